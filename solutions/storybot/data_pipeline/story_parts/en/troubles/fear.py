"""Fears (roles: hero, elder, place)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("problem try solve after", """
the dark
At night, when the lamp was out, every shadow seemed to have long fingers.
{hero} pulled the blanket over {hero.their} head, but under the blanket it was even darker.
So {hero} took a candle, went up to each shadow, and found a chair, a coat, and a rubber plant.
From then on, {hero} said good night to the shadows, and they were never once rude.

deep water
The other children splashed and dived, but {hero} would not go in above the ankles.
{hero} held {hero.their} breath and ran in, swallowed some water, and ran right out again.
So {hero} went in one step deeper each day, first to the knees, then to the belly, then to the chin.
By the end of the week, {hero} was floating on {hero.their} back and counting clouds.

thunder
Whenever it thundered, {hero} crawled under the kitchen table.
{hero} stuffed {hero.their} ears with wool, but the thunder rumbled in {hero.their} belly, too.
When the next storm came, {hero} counted the seconds between flash and thunder, and the numbers grew and grew.
Now {hero} could tell when a storm was moving away, and explained it to the smaller children.

the big dog next door
Behind the fence next door lived a dog as big as a calf, with a voice like a drum.
{hero} tiptoed by on the other side of the street, but the dog barked all the same.
So {hero} asked the neighbor to come along, held out a flat hand, and let the dog sniff it.
The dog licked every single finger, and soon the two went for walks together.

singing in front of people
{hero} sang beautifully, but only in the bathtub, where nobody could hear.
At the first rehearsal, {hero.their} throat closed up, and only a squeak came out.
So {hero} sang for the cat first, then for two friends, and then for the whole class.
At the summer party {hero} sang three songs, and the cat sat in the front row.

high places
{hero} did not dare to climb even the lowest ladder, because {hero.their} knees turned to pudding.
{hero} closed {hero.their} eyes and climbed two rungs, and that only made it worse.
So {hero} kept {hero.their} eyes open, looked at {hero.their} own hands, and took one rung a day.
On the seventh day {hero} sat in the tree house and could see the whole village.

the first day at a new school
A new school was waiting, with a hundred strange faces and a very long hallway.
{hero} walked up to the school gate, turned around, and ran all the way home.
So {hero} made a plan to ask just one child for just one name.
The child's name was Pim, and by lunchtime {hero} knew six names and one good joke.

the cellar
The potatoes were kept in the cellar, and {hero} was sure that something down there was breathing.
{hero} ran down, grabbed one potato, and raced up again with a pounding heart.
So {hero} took a lantern and looked for the breathing thing, and it was only the wind in a cracked window.
They put in a new pane, and after that the cellar did not breathe at all.

the night in the tent
All the cousins wanted to sleep in the tent, but {hero} was afraid of the noises outside.
{hero} lay down at sunset, and at the first hoot ran back to the house.
So {hero} made a list of the noises, gave each one a name, and found that the hoot belonged to a tiny owl.
After that night, {hero} knew more about owls than anyone else in the family.

the dentist
A tooth was wobbling and aching, but {hero} did not want to go to the dentist.
{hero} chewed only on the left side, and still the tooth ached.
So {hero} visited the dentist just to look, rode up and down in the big chair, and came back the next day.
The tooth was soon fixed, and {hero} could bite into apples again.

riding a bicycle
The bicycle was shiny and blue, but {hero} was afraid of falling.
{hero} sat on the bicycle, wobbled, and tipped over into a bush.
So {hero} practiced on the soft meadow, where falling did not hurt, until falling was almost funny.
Soon {hero} rode to school every day and rang the bell at each corner.

speaking up
{hero} always knew the answer in class, but never dared to raise {hero.their} hand.
{hero} raised one finger a tiny bit, and then pretended to scratch {hero.their} ear.
So {hero} wrote the answer on a slip of paper first, held it tight, and stood up.
The answer was right, and the next time {hero} did not need the slip of paper.
""")
