"""What happened to a lost thing (roles: hero, helper, thing, place)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("try clue found lesson", """
a hole in the bag
{hero} turned {hero.their} bag upside down, but only a few crumbs fell out.
"Look here," said {helper}, and poked one finger through a hole in the bottom of the bag.
Step by step they walked back along the path, and there lay the {thing.short} in the soft grass, right where it had slipped out.
That evening {hero} took a needle and thread and sewed up the hole with tiny stitches.

a playful puppy
{hero} looked under the bed and behind the curtain, but found only dust.
Then {helper} pointed at the ground, where small muddy paw prints led straight to the doghouse.
The neighbor's puppy was asleep in there, with the {thing.short} tucked safely between his paws.
From then on, {hero} never left anything lying on the doorstep, and the puppy got an old sock to play with.

the laundry basket
{hero} searched the whole kitchen, even the bread box, but it was no use.
"Did you sit on a blanket today?" asked {helper}, and suddenly {hero} remembered the blanket in the laundry basket.
They shook out the blanket, and the {thing.short} fell out of the very last fold.
After that, {hero} always shook out the blanket before folding it.

the wheelbarrow
{hero} crawled through the flower beds on hands and knees, but there was nothing except snails.
"So you put it down to tie your shoe," said {helper} thoughtfully, "but what did you put it on?"
It had been a wheelbarrow, and when they found it behind the shed, the {thing.short} was lying under a heap of weeds.
From that day on, {hero} looked twice before putting anything down.

a little cousin
{hero} asked everyone in the house, but they all shook their heads.
"And have you asked the smallest one?" said {helper}, because nobody had thought of the baby cousin.
The little cousin had tucked the {thing.short} into a doll's bed and was singing it to sleep.
{hero} did not scold, but promised that the two of them would play with it together every Sunday.

a kind stranger
{hero} went back to {place} and looked behind every stone, but the {thing.short} was not there.
"When people find something, they often put it where it can be seen," said {helper}.
And really, someone had set the {thing.short} on top of a fence post beside the path.
Since nobody knew who the kind stranger was, {hero} left a thank-you note on the post.

a heap of grass
{hero} ran back and looked on every bench along the way, but all of them were empty.
"Today they were mowing the grass along the path," said {helper}, "and a heap of grass can hide a lot."
They dug in the biggest heap with both arms, and out came the {thing.short}, dusty but whole.
Later {hero} wrote {hero.their} name on a small tag and tied it to the {thing.short}.

the hay cart
{hero} looked in every corner of the yard, but saw only hens and an empty bucket.
"Wasn't there a hay cart here this morning?" asked {helper}.
They caught up with the cart at the next farm, and the {thing.short} was peeking out of the hay.
The farmer laughed, and {hero} helped unload the hay to make up for the trouble.

the sleeping cat
{hero} emptied all the drawers and made a terrible mess, but the {thing.short} did not turn up.
{helper.The} looked around and smiled. "Why is your cat lying there so crookedly?"
{hero} gently lifted the sleepy cat, and there was the {thing.short}, nicely warmed up.
{hero} tidied all the drawers again and gave the {thing.short} a place of its own.

the rowboat
{hero} looked all along the riverbank, but found only reeds and driftwood.
"Didn't you sit in my brother's rowboat today?" asked {helper}. "Let us look there."
Under the wooden seat of the boat, dry and safe, lay the {thing.short}.
To say thank you, {hero} scrubbed the little boat until it shone.

the library
{hero} looked in the schoolbag, between all the books, but found nothing there.
"Books go back to the library," said {helper}, "and sometimes other things go with them."
At the library, the {thing.short} was lying on the shelf for lost things, between an umbrella and one boot.
{hero} took the boot and the umbrella along as well, and found out whose they were.

the upside-down bucket
{hero} walked three times around the garden, but could not see it anywhere.
"Perhaps you covered it with something to keep it safe," said {helper}.
{hero} ran to the old bucket in the corner and lifted it, and there lay the {thing.short}, safe and dry.
{hero} laughed, because {hero.they} had hidden it so well that even {hero.they} could not find it.

a hollow tree
{hero} looked up into the branches and down into the ditch, but it was all in vain.
"Clever children choose clever hiding places," said {helper}, and knocked on a hollow tree.
Then {hero} remembered the hiding place, reached deep into the hollow, and pulled out the {thing.short}.
After that, {hero} drew a small map of all {hero.their} hiding places.

the wrong bag
{hero} felt in every pocket of the bag, but found nothing except a strange key.
"That is not your bag at all," said {helper}. "Someone else went home with yours!"
They knocked at the house next door, and a boy with red ears gave back the right bag, with the {thing.short} in it.
The two children laughed about the mix-up, and both of them sewed bright patches on their bags.
""")
