"""What gets in the way in the English stories, with the sentences that belong to it up to its end."""

from storybot.data_pipeline.story_parts.en.forms import _linked

TROUBLES = {}

# What happened to a lost thing (roles: hero, helper, thing, place).
TROUBLES["loss"] = _linked("try clue found lesson", """
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

# Something in the way of a promise (roles: hero, elder, place, food).
TROUBLES["barrier"] = _linked("problem try solve after", """
a washed-out bridge
But the little bridge over the brook was gone, because the rain had washed it away.
{hero.They} tried to jump, slipped, and landed with one foot in the cold water.
Then {hero.they} carried flat stones from the bank and laid them in the brook, one after another, until there was a path.
From then on, everybody used {hero}'s stepping stones.

a locked gate
But the tall gate on the path was locked, and there was no key.
{hero.They} pulled and pushed with all {hero.their} strength, but the gate only squeaked.
So {hero.they} followed the hedge patiently until {hero.they} found a gap that was just big enough.
The gatekeeper heard about it later and gave {hero} a small key of {hero.their} own.

thick fog
But a thick fog rolled in, and soon the path was gone.
{hero.They} walked faster and faster, and found {hero.self} at the same tree again.
Then {hero.they} stood still and listened, and followed the ringing of the church bell, step by step.
And {hero} had learned that ears could find a way when eyes could not.

a flock of geese
But a whole flock of geese stood hissing in the middle of the lane.
{hero.They} clapped {hero.their} hands, but the geese only stretched their necks and hissed louder.
So {hero.they} scattered some crumbs by the side of the lane and walked past slowly and politely.
The next day the geese greeted {hero} like an old friend.

a fallen tree
But a huge tree had fallen across the road.
{hero.They} tried to climb over it, but the basket caught on every branch.
Then {hero.they} pushed the basket under the trunk first and wriggled through after it.
That week {hero} helped the neighbors saw up the tree, and everyone got a share of the firewood.

a broken handle
But halfway there, the handle of the basket snapped in two.
{hero.They} hugged the basket with both arms, but it kept slipping lower and lower.
So {hero.they} took off {hero.their} belt, pulled it through the basket, and made a new handle.
The belt stayed on the basket for good, because it was stronger than the old handle.

too many paths
But in the woods the path split into three, and the signpost had lost its arms.
{hero.They} chose the widest path, but it ended at a pile of logs.
Then {hero.they} looked closely, found wheel tracks in the mud, and followed them all the way.
Later {hero} painted a new signpost with big white letters.

a steep hill
But the road up the hill was steep, and the basket was heavy.
{hero.They} ran at the hill as fast as possible and was out of breath before the first bend.
So {hero.they} counted twenty small steps, rested, and counted twenty more, until the top was reached.
On the way home, the very same hill was the most wonderful slide of grass.

a new game
But in the square the other children were playing a brand-new game and called, "Come and join us!"
{hero.They} joined in for just one round, and one round turned into three.
Then {hero.they} thought of the promise, said, "I will be back tomorrow," and ran on without turning around.
The next day the children were waiting, and {hero} was first to throw the ball.

a sleepy ferryman
But the ferry lay on the other side of the river, and the ferryman was fast asleep.
{hero.They} shouted until {hero.their} voice was hoarse, but the river was louder.
Then {hero.they} saw the old bell under a mat of ivy, pulled the ivy away, and rang with all {hero.their} might.
The ferryman thanked {hero} and kept the bell free of ivy from that day on.

a muddy lane
But the lane had turned into deep, sticky mud.
After three steps, one of {hero}'s boots was stuck, and a sock was flapping in the wind.
So {hero.they} gathered fallen branches, laid them over the mud, and walked across as if over a bridge.
Soon a cart came by, and the driver was thankful for the branches, too.

a runaway wheel
A farmer lent {hero} a little cart for the heavy basket, but soon a wheel came off and rolled into a ditch.
{hero.They} put the wheel back on, but after two turns it fell off again.
Then {hero.they} whittled a small peg from a hazel twig and pushed it in beside the wheel to hold it.
The peg held all summer, and {hero} made another one for the neighbor's cart.
""")

# Fears (roles: hero, elder, place).
TROUBLES["fear"] = _linked("problem try solve after", """
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

# Quarrels (roles: hero, friend - both children).
TROUBLES["quarrel"] = _linked("cause try mend after", """
the sandcastle
They were building a castle in the sandbox, but {hero} wanted a round tower and {friend} wanted a square one.
{hero} built alone, but without a second pair of hands the walls kept crumbling.
Together they built one round tower and one square one, with a bridge in between.
The castle with two different towers was the finest that the sandbox had ever seen.

the broken pencil
{hero} had borrowed {friend}'s best pencil, and now it was broken.
{hero} tried to stick it together with glue, but it only became a sticky mess.
{hero} gave {friend} a new pencil, and {friend} sharpened both halves of the old one, so that each of them had a short one.
They wrote each other secret letters with the two short pencils.

the race
They had raced to the big tree, and both of them shouted, "I won!"
{hero} ran the race again alone, but there was no fun in beating nobody.
They ran once more, holding hands, and reached the big tree at exactly the same moment.
From then on, they called it the race with two winners.

the secret
{hero} had told {friend}'s secret by mistake, and now the whole class knew it.
{hero} said, "It was only a small secret," but that made things worse.
"It was wrong of me," {hero} said honestly, "and tomorrow I will tell the others so."
From that day on, a secret was as safe with {hero} as a coin in a bank.

the tree house
They were building a tree house, and each of them wanted to be the boss.
{hero} hammered alone, but the long boards fell down at the other end.
They agreed that {hero} would be boss in the morning and {friend} in the afternoon.
Soon they forgot whose turn it was, and the tree house was finished in a week.

the kite
Each of them wanted to hold the string of the kite, and as they pulled, it tore.
{hero} patched the paper alone, but a kite would not fly unless someone ran with it.
{friend} held the kite up high, {hero} ran with the string, and then they changed places.
The patched kite flew higher than it ever had before.

the play
Both of them wanted to be the queen's brave dragon in the school play.
{hero} practiced roaring alone, but a play needed more than one actor.
They made a dragon with two heads, and each of them roared with one.
The people clapped so long that the dragon had to bow four times, with both heads.

the spilled paint
{hero} had knocked a jar of blue paint over {friend}'s picture.
{hero} wiped at it with a rag, but the blue spot grew bigger and bigger.
Together they turned the blue spot into a lake, and {friend} painted ducks while {hero} painted boats.
The picture with the lake hung in the hallway for a whole year.

the forgotten birthday
{hero} had forgotten {friend}'s birthday, and {friend} had waited all day long.
{hero} made up an excuse, but the excuse sounded hollow even to {hero.self}.
{hero} told the truth, and the two of them held a second birthday with one candle and a lot of giggling.
{hero} wrote the date on the wall above the bed in big red numbers.

the joke
{hero} had made a joke about {friend}'s new haircut, and everyone had laughed except {friend}.
{hero} made another joke to cheer {friend} up, but that one fell flat.
{hero} said, "A joke is only good if you can laugh, too," and {friend} slowly nodded.
After that, they invented jokes together, and the best ones were about elephants.

the last cookie
One cookie was left on the plate, and {hero} had eaten it without asking.
{hero} said that crumbs were left over, but that did not help.
{hero} fetched flour and butter, and together they baked a whole new tray.
They agreed that the last cookie would always be broken in two.

the new girl
{hero} had played with the new girl all week and had not once called {friend}.
{hero} waved from across the street, but {friend} looked the other way.
"Tomorrow the three of us will play together," {hero} promised, "and you may choose the game."
So there were three of them, and every game was better with three.
""")

# Animals in need (roles: hero - child, animal) and how they repay the help.
TROUBLES["rescue"] = _linked("problem try solve need repay", """
stuck in a fence
{animal.They} was stuck between two boards of a fence and could not move forward or back.
{hero} pulled at the boards, but the nails held tight.
So {hero} dug away the earth below, handful by handful, until {animal} could slip out.
A week later, {hero} lost the way in the tall corn, where every row looked the same.
{animal.The} knew each tunnel between the stalks and led {hero} safely out to the road.

tangled in string
{animal.Their} legs were tangled in a long piece of kite string.
{hero} tugged at one end, but the knots only became tighter.
So {hero} sat down and patiently untied one knot after another.
Not long after that, the string of {hero}'s own kite got caught high in a bush full of thorns.
{animal.The} slipped between the thorns, where no hand could reach, and set the string free.

down in a pit
{animal.They} had slid into a deep sandy pit, and the sides were too smooth to get out.
{hero} reached down, but {hero.their} arm was much too short.
So {hero} laid a long branch in the pit, and {animal} came up it, step by step.
Some days later, {hero} dropped the house key through a gap in the garden steps.
{animal.The} squeezed in under the steps and came back with the key.

a thorn in the foot
{animal.They} was limping, because there was a thorn in {animal.their} foot.
{hero} bent down too quickly, and {animal} backed away in fright.
So {hero} sat down, hummed a quiet song, and waited until {animal} came close and let the thorn be pulled out.
One day soon afterward, {hero} sat on the steps with a sore knee, and nothing could cheer {hero.them} up.
{animal.The} came along and sat down quietly beside {hero.them}, until the knee was quite forgotten.

a bad cold
{animal.They} had a bad cold and sneezed so hard that {animal.they} could not take another step.
{hero} said "Bless you!" ten times, but that did not help at all.
So {hero} turned an old crate on its side, lined it with warm straw, and brought mint tea with honey until the sneezing stopped.
The following week, {hero} was surprised by a heavy shower, far away from home.
{animal.The} showed {hero.them} a dry place under a rock, and there they waited for the sun together.

hungry
{animal.They} was hungry, because the storm had swept all {animal.their} food away.
{hero} offered a piece of candy, but {animal} only sniffed at it and sighed.
So {hero} asked in the village what such an animal liked, and filled a bowl with the right things.
Some days later, {hero} was looking for wild strawberries and could not find a single one.
{animal.The} led {hero.them} to a sunny clearing that was red with berries.

far from home
{animal.They} had run away from a loud cart and no longer knew the way home.
{hero} tried the path to the left, but it ended at a wall.
So {hero} followed the small tracks in the mud backward, all the way to {animal.home}.
Before the month was over, {hero} stayed out too long, and the dusk swallowed the path.
{animal.The} walked ahead in the dusk and stopped at every bend, until the lights of home came into view.

locked in a shed
{animal.They} had crept into a shed, and the wind had slammed the door shut.
{hero} shook the handle, but the door was jammed.
So {hero} climbed on a barrel and opened the small window from outside, and {animal} was free.
A few days later, {hero} forgot to shut the garden gate, and all the hens walked out.
{animal.The} noticed it first, ran to the house, and tugged at {hero}'s sleeve, so that every hen was brought back in time.

drifting on a log
{animal.They} was drifting down the stream on a log and did not dare to move.
{hero} called out, but the stream carried the log farther and farther.
So {hero} ran ahead to the shallow place and pulled the log to the bank with a rake.
Some days later, {hero}'s toy boat floated off into the reeds and was gone.
{animal.The} searched the reeds from end to end and pushed the boat back to the shore.

under a basket
{animal.They} was trapped under a heavy basket that had fallen off a wagon.
{hero} tried to lift it, but it would not budge.
So {hero} used a strong stick as a lever, and the basket tipped over onto its side.
Two weeks later, {hero} fell asleep in the meadow on the day of the school trip.
{animal.The} tickled {hero.their} nose again and again, so that {hero.they} woke up in time for the bus.
""")

# Contests (roles: hero, friend - both children).
TROUBLES["contest"] = _linked("event where problem try solve end", """
the kite contest
the great kite contest
on the windy hill
On the day before the contest, {hero}'s kite would not rise and kept diving into the grass.
{hero} made it bigger, but then it was too heavy.
In the end, {hero.they} made it smaller and gave it a long tail of paper bows, and up it went.
{hero}'s kite did not fly the highest, but it stayed up the longest.

the boat race
the paper boat race
on the brook behind the mill
{hero}'s first paper boat drank up the water and sank.
{hero} folded it from thicker paper, but that one sank even faster.
Then {hero.they} rubbed the paper with a candle stub, and the water rolled off like pearls.
Long after the other boats had gone soggy, {hero}'s boat was still sailing along.

the baking contest
the village baking contest
in the village hall
{hero}'s cake came out of the oven as flat as a plate.
{hero} put in more sugar, but then it was flat and sticky.
So {hero.they} asked the oldest baker for advice, and learned to beat the eggs until they looked like snow.
The new cake rose like a hill, and the judges asked for second helpings.

the sack race
the big sack race
on the village green
{hero} hopped as hard as possible and fell over at every third hop.
{hero} tried longer hops, but that meant longer falls.
Then {hero.they} watched the frogs by the ditch, bent both knees, and made many short hops.
{hero} hopped over the line without one single fall, and the crowd cheered.

the giant pumpkin
the contest for the biggest pumpkin
at the autumn market
{hero}'s pumpkin plant hung its leaves and did not want to grow.
{hero} watered it five times a day, and the leaves turned yellow.
Then {hero.they} dug in some compost, watered it only in the evening, and talked to it kindly.
{hero}'s pumpkin had grown so big that three children could sit on it.

the story contest
the storytelling contest
in the old library
{hero} knew many stories, but in front of the mirror all of them sounded dull.
{hero} told them faster, and then nobody could follow.
So {hero.they} told them to the little ones on the street and watched where they held their breath.
At the contest it grew so quiet that one could hear a mouse nibbling.

the snail race
the funny snail race
in the schoolyard
{hero}'s snail had pulled in its horns and did not stir.
{hero} begged and pleaded, but the snail did not care about begging.
Then {hero.they} sprinkled the track with water and laid a lettuce leaf at the end.
The snail came out, looked around, and crossed the line with great dignity.

the drawing contest
the town hall drawing contest
in the big meeting room
{hero} wanted to draw a horse, but it looked like a sofa with legs.
{hero} rubbed it out and drew it again, and now it looked like a table.
So {hero.they} sat by the paddock for three days and drew nothing but legs, ears, and tails.
The finished horse looked so alive that people almost offered it a carrot.

the spelling bee
the school spelling bee
in the school gym
{hero} mixed up the letters as soon as a word was longer than a finger.
{hero} read the whole dictionary in one evening and forgot it all overnight.
Then {hero.they} made a little song for each hard word and sang it while brushing {hero.their} teeth.
On the stage {hero} hummed softly and did not miss one single letter.

the tower contest
the contest for the tallest tower of blocks
in the town square
{hero}'s tower fell over at the twelfth block, every single time.
{hero} stacked the blocks more quickly, but the tower fell more quickly, too.
Then {hero.they} laid a wide ring of blocks at the bottom and built slowly upward.
Forty blocks stood on top of one another, and nobody dared to sneeze.
""")

# Little mysteries (roles: hero, friend - both children, place).
TROUBLES["mystery"] = _linked("sign guess try truth after", """
the humming wall
A soft humming was coming out of an old wall, where no one lived.
"It is a machine," whispered {friend}, "or a ghost that knows only one note!"
They knocked on the stones, but the humming just went on.
When they lay down quietly and watched, they saw bees flying in and out, because a whole swarm lived in the wall.
The beekeeper built the bees a wooden house, and in the fall there was honey for both children.

the dancing light
A bright spot of light was dancing over the ground, although nobody was there.
"A fallen star!" whispered {friend}, and held on to {hero}'s sleeve.
They tried to catch it, but it slid over their hands and jumped away.
When they turned around and looked up, they saw a magpie's nest with a broken bit of mirror swinging in it.
They hung three old silver spoons in the tree for the magpie, and now three lights danced on the ground.

the moving hill of earth
A small hill of earth was growing out of the ground, and nobody was digging.
"Perhaps the earth is boiling over," said {friend}.
They stamped the hill flat, but the next morning there were three hills.
When they kept perfectly quiet, a pink nose and two broad paws came up, and they looked a mole in the face.
They put the loose earth into flowerpots, and no flowers had ever grown better.

the strange footprints
Footprints with three long toes ran across the wet ground.
"A dragon," said {friend}, "but a rather thin one."
They followed the prints, but the prints ended in the middle of a puddle.
When they came back at sunrise, a gray heron was standing there on one leg, eating breakfast.
The children drew the footprint in a notebook, and by autumn they had collected twelve different ones.

the singing pipe
A deep, sad song was coming out of a rusty pipe.
"Somebody is in there and wants to go home," said {friend}.
They called into the pipe, but only their own voices answered.
When {hero} held a wet finger in the air, they noticed that the pipe sang only when the wind blew across it.
They collected bottles, blew across the tops, and soon they had a whole orchestra.

the old box
The corner of a rusty tin box was sticking out of the ground.
"Pirate gold!" cried {friend}, and dug like a terrier.
They pulled at the box, but it was stuck between two roots.
When they had loosened the earth with a spoon, they opened it and found letters that two children had written long ago.
They put in a letter of their own and buried the box again for the children of tomorrow.

the nibbled leaves
Somebody had nibbled at all the leaves, and it was the same every morning.
"A thief with a very big belly," said {friend} darkly.
They hung up a bell on a string, but the bell did not ring.
When they hid and watched in the moonlight, they saw a family of rabbits having supper there.
The children sowed a whole row of lettuce just for the rabbits.

the colored stones
A brightly painted stone was lying beside the path, and the next day there was another one.
"The stones are hatching," said {friend}, but did not quite believe it.
They hid behind a bush, but nobody came as long as they were giggling.
When they were silent at last, they saw an old woman with a cane put down a stone and smile.
From then on, the children painted stones with her every Friday, and the path grew brighter each week.

the whispering tree
An old tree was whispering, although there was no wind at all.
"It is telling us where the treasure is," breathed {friend}.
They pressed their ears to the bark, but they could not understand a word.
When they climbed up to the first branch, they found a nest of young birds, rustling and peeping very softly.
The children kept the cat away until all the little birds could fly.

the warm stone
One stone in the shade was always warm, though the others were cold.
"A giant must have sat on it," said {friend}.
They poured water over the stone, but soon it was warm again.
When they dug beside it, warm water bubbled up, because a hot spring was flowing under the ground.
The village built a small pool there, and on cool evenings everybody warmed their feet in it.
""")

# Presents made by hand (roles: hero, elder).
TROUBLES["craft"] = _linked("plan problem try solve give", """
a birdhouse
{hero} decided to build a birdhouse, because {elder} loved birds.
But the boards were crooked, and daylight shone through all the cracks.
{hero} hammered in more nails, and the wood split.
Then {hero.they} filled the cracks with moss and clay, just as the birds did with their nests.
{elder} hung the birdhouse in front of the window, and soon a pair of titmice moved in.

a scarf
{hero} decided to knit a scarf, because {elder} was always cold.
But {hero} dropped one stitch after another, and the scarf had more holes than wool.
{hero} pulled the yarn tight, and the scarf rolled up like a sausage.
Then {hero.they} unraveled it all and started again, slowly, counting each stitch out loud.
{elder} wore the scarf all day long, even at the table.

a song
{hero} decided to write a song, because {elder} hummed from morning to night.
But nothing rhymed, and the tune ran away like a frightened hen.
{hero} copied a song from a book, but it felt like a borrowed coat.
Then {hero.they} listened to the sounds of the house, the kettle, the clock, and the stairs, and put them all into the song.
{elder} listened with closed eyes and then asked to hear it again.

a garden bed
{hero} decided to plant a flower bed, because {elder} missed the flowers of the old house.
But the ground was as hard as a plate.
{hero} jumped on the spade, and the spade just bounced back.
Then {hero.they} watered the ground in the evening, waited overnight, and could dig it easily in the morning.
When {elder} saw the bed full of marigolds, {elder.they} clapped like a child.

a picture
{hero} decided to paint a picture, because the wall above {elder}'s chair was so empty.
But the paints were almost used up, and only brown and yellow were left.
{hero} mixed them together, and everything looked like mud.
Then {hero.they} boiled beets, onion skins, and spinach, and soon there were three new colors.
{elder} looked at the picture for a long time and found something new in every corner.

a wooden stool
{hero} decided to build a footstool, because {elder}'s feet were often tired.
But the stool wobbled like a newborn calf.
{hero} sawed a bit off each leg, and the stool became shorter, but it still wobbled.
Then {hero.they} took one leg away, because a stool with three legs could never wobble.
{elder} put both feet on the stool and said that it was just the right height.

a book of memories
{hero} decided to make a book, because {elder} told such wonderful stories about the old days.
But {hero} could not remember the stories exactly.
{hero} made something up, but it did not sound right.
Then {hero.they} went to all the neighbors and asked each of them for one story about {elder}.
{elder} laughed and cried a little on every page.

a lamp
{hero} decided to make a lamp, because {elder} read by the window until late in the evening.
But the paper shade tore every time {hero} bent it.
{hero} used cardboard, but no light came through.
Then {hero.they} glued pressed leaves between two sheets of thin paper, and it was strong and bright at once.
When {elder} lit the lamp, leaf shadows danced on all the walls.

a loaf of bread
{hero} decided to bake a loaf of bread, because {elder} had once been a baker.
But the dough lay in the bowl like a stone and did not rise.
{hero} kneaded it more and more, until both arms were tired.
Then {hero.they} put the bowl in a warm place, covered it with a cloth, and waited patiently for an hour.
{elder} broke the crust, smelled it, and said, "Just like mine."

a wind chime
{hero} decided to make a wind chime, because {elder} liked gentle sounds.
But the spoons that {hero} tied together clanged like a dropped tray.
{hero} took smaller spoons, and now it clattered.
Then {hero.they} tried seashells instead, and they tinkled as softly as rain.
{elder} hung the chime by the door, and from then on the wind never came in without ringing.
""")

# Work for a coin (roles: hero, helper).
TROUBLES["chore"] = _linked("task problem try solve praise", """
sweeping the yard
"You may sweep the yard," said {helper}.
But the wind blew the leaves back again and again.
{hero} swept faster, and the leaves flew faster, too.
Then {hero.they} sprinkled the leaves with water, and they lay still until the last one was in the basket.
"You have made friends with the wind," said {helper}, and paid two coins instead of one.

sorting buttons
"You may sort my box of buttons and pins," said {helper}.
But there were a thousand buttons and pins, and they rolled about everywhere.
{hero} picked them out one by one, and by noon the box was still full.
Then {hero.they} shook everything through an old sieve, so that the small ones fell through and the big ones stayed.
"I would never have thought of that," said {helper}, and counted three coins into {hero}'s hand.

delivering parcels
"You may carry these parcels to the right houses," said {helper}.
But the ink was smudged, and nobody could read the names.
{hero} tried one door after another, but nobody wanted the wrong parcel.
Then {hero.they} gently shook and sniffed each parcel, and guessed that soap was for the laundry and tea for the old ladies next door.
"Not one mistake!" said {helper}, and gave {hero} a shiny coin for each parcel.

painting the fence
"You may paint my fence," said {helper}.
But the fence was long, and the paint was running out.
{hero} painted more thinly, and the wood showed through.
Then {hero.they} painted every second board white and left the others brown, and it looked like a row of piano keys.
"That is the prettiest fence in the street," said {helper}, and paid gladly.

carrying water
"You may fill the rain barrel from the well," said {helper}.
But the bucket leaked, and half the water was lost on the way.
{hero} ran, and even more water splashed out.
Then {hero.they} pressed a lump of clay into the crack, and after that not a drop was lost.
"Now my bucket is mended, too," said {helper}, and paid for both jobs.

washing windows
"You may wash all my windows," said {helper}.
But as soon as the windows were dry, they were full of streaks.
{hero} used more soap, and the streaks turned into clouds.
Then {hero.they} rubbed them with crumpled newspaper and a drop of vinegar, and the glass was suddenly invisible.
A sparrow looked in, surprised, and {helper} laughed and paid double.

minding the cat
"You may look after my cat for the day," said {helper}.
But the cat climbed on top of the tallest cupboard and would not come down.
{hero} called sweetly, and the cat closed her eyes.
Then {hero.they} began to play on the floor with a piece of yarn, all alone, until the cat grew curious and came down.
"She never comes down for me," said {helper}, and handed over a whole row of coins.

stacking wood
"You may stack my firewood," said {helper}.
But the round logs kept rolling apart.
{hero} leaned against the pile, and it rolled apart on the other side.
Then {hero.they} laid the logs crosswise, one layer this way and one layer that way, and the pile stood firm.
"It will stand all winter," said {helper}, and paid with a handful of coins.

weeding
"You may weed my strawberry patch," said {helper}.
But the weeds and the strawberries looked almost the same.
{hero} pulled out a plant, and it was a strawberry.
Then {hero.they} planted it again, asked to see one leaf of each kind, and compared every plant with it.
"Whoever asks makes few mistakes," said {helper}, and paid the full wage.

the street party
"You may tell people about our street party," said {helper}.
But the people hurried by without listening.
{hero} shouted loudly, and the people hurried by even faster.
Then {hero.they} drew a trail of chalk arrows and funny faces on the sidewalk, and everyone wanted to know where it led.
"Our party has never had so many guests," said {helper}, and filled {hero}'s pocket with coins.
""")

# Wishes of animals (roles: hero, friend - both animals, food).
TROUBLES["want"] = _linked("wish problem try solve after", """
a soup for everyone
{hero.The} wanted to cook a soup so good that all the neighbors would come.
But there was nothing in the pot except water and one small onion.
{hero.The} stirred and stirred, but stirring alone did not make a soup.
Then {friend} brought a carrot, the next neighbor brought a turnip, and soon the spoon stood up in the pot.
They cooked it again every Sunday, and it never tasted the same twice.

a warm home
{hero.The} wanted a home that would be warm all winter.
But the cold wind whistled through it from front to back.
{hero.The} lay down in front of the crack, but the wind just blew in over {hero.their} back.
Then {friend} showed {hero.them} how to press moss and clay into the cracks, and they worked side by side until sunset.
When the snow came, the two friends took turns visiting each other, and both homes were warm.

the big red apple
{hero.The} wanted the big red apple that had fallen into the brambles.
But the thorns were long, and the apple lay right in the middle.
{hero.The} reached in, pricked {hero.their} nose, and jumped back.
Then {friend} found a forked stick, and together they pushed and rolled the apple out into the open.
They divided it exactly in two and planted the seeds, and soon a small tree was growing there.

learning to dance
{hero.The} wanted to dance at the midsummer ball.
But {hero.they} could not tell left from right and stepped on everyone's toes.
{hero.The} danced faster to hide it, and tripped over a root.
Then {friend} tied a blade of grass around {hero.their} left foot, so that it was easy to tell from the right one, and they practiced slowly, step by step.
At the ball the two friends danced until the moon went down, and nobody's toes were hurt.

seeing the sunrise
{hero.The} wanted to see the sun rise from the top of the hill.
But each time {hero.they} overslept and woke up when the sun was already high.
{hero.The} tried to stay awake all night, and fell asleep just before dawn.
Then {friend} offered to share the watch, so that one could sleep while the other kept awake.
They saw the sky turn pink and gold, and agreed that it was worth being a little tired.

a garden of one's own
{hero.The} wanted a garden full of peas and sunflowers.
But the soil was full of stones.
{hero.The} pushed at the biggest stone, and it did not move a whisker's width.
Then {friend} came to push, too, and they rolled the stones to the edge and built a little wall of them.
In summer they sat on the wall and ate peas right out of the pod.

a bridge over the ditch
{hero.The} wanted a bridge over the wide ditch, to visit the meadow on the other side.
But the only good log was much too heavy.
{hero.The} pulled until {hero.they} sat down with a bump.
Then {friend} had the idea of laying round sticks under the log, and it rolled along almost by itself.
The bridge was narrow, but strong, and soon all the animals were using it.

a quiet night
{hero.The} wanted the frogs at the pond to be quieter, because nobody could sleep.
But when {hero.they} asked them to be quiet, they croaked in surprise, and that was louder still.
{hero.The} covered {hero.their} ears with leaves, but the leaves only rustled.
Then {friend} suggested asking the frogs for a lullaby, and the frogs were so proud that they sang it very softly.
From that night on, the frogs sang a lullaby every evening, and everyone slept well.

the lantern in the tree
{hero.The} wanted to hang a lantern by the path, so that nobody would get lost at night.
But the lantern swung about and went out with every puff of wind.
{hero.The} lit it again and again, until there was only one match left.
Then {friend} brought an old glass jar to put over the flame, and the light stood as still as a star.
That night three lost travelers found their way home by the light.

a birthday party
{hero.The} wanted to have a birthday party, with games and a long table.
But the invitations had blown away, and nobody knew about the party.
{hero.The} called as loudly as possible, but the hills only called back.
Then {friend} climbed on a stone, and together they drummed on an old pot until all the neighbors came to look.
The table was much too short for so many guests, and that was the best thing about it.

a boat of bark
{hero.The} wanted to sail across the pond in a boat of bark.
But the boat turned in circles and never got away from the shore.
{hero.The} paddled harder on one side, and the boat turned even faster.
Then {friend} sat down on the other side and paddled, too, and the boat went as straight as an arrow.
On the far shore they found a beach of white sand, and they named it after both of them.

a scarecrow for company
{hero.The} wanted somebody to talk to and began to make a friend of straw.
But the straw friend fell over and never said a word.
{hero.The} gave it a hat and a smile of pebbles, but it stayed as silent as before.
Then {friend} helped to stand it up, and while they worked, they talked and talked until the sun went down.
The straw friend got a place in the garden, but {hero} hardly ever needed it to talk to.
""")
