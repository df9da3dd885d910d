"""Who and what the English stories are about: people, animals, things, places, times."""

from storybot.data_pipeline.story_parts.en.forms import _items, _people, _animals, _jobs, _things, _places, _times, _foods, _words

CAST = {}

CAST["child"] = _people("""
Mina, Lily, Emma, Nora, Ruby, Ella, Clara, Rosa, Hanna, Ada, Ivy, Lena, Maya, Zoe, Alma, Anna, Bella, Carla, Daisy,
Dora, Edith, Elsa, Fatima, Flora, Greta, Hazel, Heidi, Ida, Jada, Jane, Kira, Layla, Leila, Lina, Lola, Lucy,
Luna, Mabel, Maria, Marta, Mia, Molly, Nadia, Nell, Nina, Olive, Pia, Polly, Priya, Rita, Sara, Selma, Sofia, Stella,
Suki, Tara, Tessa, Tilda, Uma, Vera, Wendy, Willa, Yara, Yuki, Zara, Amina, Beth, Chloe, Penny
""", "she") + _people("""
Tom, Ben, Max, Leo, Sam, Finn, Noah, Omar, Oscar, Adam, Ali, Anton, Arthur, Bruno, Carl, Dan, David, Eli, Emil, Felix,
Frank, Fred, George, Hugo, Ian, Ivan, Jack, Jamal, Jan, Joe, Joel, Jonah, Kai, Karim, Kofi, Liam, Luca, Malik,
Marco, Martin, Mateo, Milo, Nico, Oliver, Otto, Owen, Pablo, Paul, Peter, Rafi, Ravi, Robin, Rory, Simon, Stefan,
Tariq, Theo, Tim, Toby, Victor, Walter, Will, Yusuf, Zane, Amir, Billy, Caleb, Diego, Henry
""", "he")

CAST["elder"] = _people("""
Grandma, Granny Rose, Grandma Pearl, Grandma Ruth, Aunt Maude, Aunt Helen, Aunt Frida, Aunt Josie, Aunt Irene, Aunt Nelly,
Great-Aunt Agnes, Grandma Lotte, Aunt Bettina, Aunt Carol, Granny Violet, Great-Grandma
""", "she") + _people("""
Grandpa, Grandpa Gus, Grandpa Albert, Grandpa Hank, Uncle Ned, Uncle Rudi, Uncle Pat, Uncle Hassan, Uncle Carlo, Uncle Walt,
Great-Uncle Ernest, Grandpa Louie, Uncle Barney, Uncle Jim, Grandpa Samuel, Great-Grandpa
""", "he")

CAST["animal"] = _animals("""
hedgehog|trotted|a nest of dry leaves, rabbit|hopped|a warm burrow, squirrel|scampered|a hollow oak,
mouse|scurried|a hole under the barn, hen|strutted|a red henhouse, duck|waddled|a nest in the reeds,
goose|waddled|a grassy yard, robin|fluttered|a nest in the ivy, wren|fluttered|a round nest of moss,
dove|fluttered|a loft above the stable, blackbird|hopped|a thick hedge, swallow|swooped|a mud nest under the roof,
otter|padded|a den by the stream, kitten|skipped|a basket by the stove, cat|strolled|a sunny windowsill,
lamb|skipped|a green pasture, sheep|trotted|a stone pen, nanny goat|trotted|a rocky slope, fawn|tiptoed|a quiet glade,
chipmunk|scurried|a pile of stones, dormouse|crept|a ball of soft grass, hamster|scurried|a bed of straw,
guinea pig|trotted|a wooden hutch, weasel|darted|a gap in the old wall,
heron|stalked|a tall pine, swan|waddled|an island of reeds, quail|scurried|a patch of clover,
owl|swooped|a hole in the beech tree, nightingale|fluttered|a rosebush, panda|ambled|a bamboo grove,
koala|ambled|a gum tree, ferret|darted|a pipe behind the barn, skunk|strolled|a dry old stump, pony|trotted|a snug stable, tortoise|plodded|a corner of the garden,
field mouse|scurried|a tunnel in the wheat, lark|fluttered|a hollow in the meadow, vole|scurried|a hole in the bank,
magpie|hopped|an untidy nest of twigs
""", "she") + _animals("""
fox|trotted|a den among the roots, badger|ambled|a deep burrow, mole|shuffled|a long dark tunnel,
frog|hopped|a mossy bank, toad|hopped|a cool hole under a stone, rooster|strutted|a shed with a weathervane,
sparrow|hopped|a gap under the gutter, crow|flapped|the top of an elm, woodpecker|fluttered|a hole in an old birch,
pigeon|fluttered|a ledge on the tower, donkey|trotted|a stall full of hay, piglet|scampered|a pen with fresh straw,
puppy|bounded|a kennel with a blue door, beaver|waddled|a lodge of sticks, raccoon|padded|a hollow log,
turtle|plodded|a sandy bank, lizard|darted|a crack in a warm wall, bear cub|ambled|a cave lined with moss,
wolf cub|bounded|a den under a boulder, fox cub|scampered|a den behind the ferns, monkey|strolled|a leafy fig tree,
penguin|waddled|a nest of pebbles, peacock|strutted|a palace garden, parrot|flapped|a mango tree,
stork|stalked|a nest on a chimney, seagull|flapped|a ledge above the harbor, puffin|waddled|a burrow on the cliff,
hare|bounded|a hollow in the long grass, marmot|scurried|a burrow among the rocks, calf|trotted|a cozy barn,
billy goat|trotted|a shed on the hill, turkey|strutted|a fenced yard, jackdaw|flapped|the church tower,
kingfisher|swooped|a tunnel in the riverbank, pheasant|strutted|a thicket of brambles, starling|fluttered|a hole in an apple tree,
shrew|scurried|a nest under the hedge, finch|fluttered|a cherry tree, armadillo|shuffled|a sandy burrow,
kangaroo|bounded|a shady clearing, groundhog|waddled|a burrow by the road,
porcupine|ambled|a heap of brushwood, meerkat|scurried|a maze of tunnels, gopher|scurried|a hole in the prairie
""", "he")

# Small animals on four legs that neither fly nor live in the water.
_SMALL = _items("""
hedgehog, rabbit, squirrel, mouse, kitten, cat, chipmunk, dormouse, hamster, guinea pig, weasel, tortoise, field mouse,
vole, fox, fox cub, badger, mole, piglet, puppy, raccoon, lizard, hare, marmot, shrew, armadillo, ferret, groundhog,
porcupine, meerkat, skunk, gopher
""")
CAST["beast"] = [entry for entry in CAST["animal"] if entry["kind"] in _SMALL]

CAST["helper"] = _jobs("""
baker|kneading a big ball of dough
librarian|stamping a tall pile of books
florist|tying daisies into bunches
tailor|pinning the hem of a velvet coat
weaver|threading blue wool through her loom
potter|shaping a bowl from wet clay
beekeeper|filling jars with golden honey
doctor|rolling up clean bandages
teacher|wiping chalk from the blackboard
milkmaid|carrying two full pails
shepherdess|counting her flock
gardener|planting a row of lettuce
candle maker|dipping wicks into warm wax
painter|mixing a bright shade of orange
dressmaker|sewing pearls on a collar
cook|stirring an enormous pot of soup
nurse|folding fresh white towels
singer|practicing a very high note
dancer|tying the ribbons of her slippers
bus driver|cleaning her big round mirrors
mail carrier|sorting letters into her satchel
basket maker|bending thin willow twigs
lighthouse keeper|polishing a huge lamp
ferry captain|coiling a thick rope
vet|weighing a sleepy kitten
pharmacist|labeling tiny brown bottles
goatherd|brushing a shaggy goat
piano teacher|humming a gentle waltz
puppet maker|painting a smile on a wooden face
apple seller|rubbing her apples until they shone
""", "she") + _jobs("""
carpenter|sawing a long plank
blacksmith|hammering a glowing horseshoe
cobbler|gluing a sole to a boot
clockmaker|winding up seven clocks at once
fisherman|mending a torn net
miller|tying up sacks of flour
farmer|forking hay onto a cart
barber|sharpening his little scissors
butcher|sweeping the step of his shop
ice cream man|scrubbing his shiny scoops
firefighter|washing the red engine
train conductor|polishing his silver buttons
bell ringer|oiling the old church bell
toy maker|carving a tiny wooden horse
grocer|stacking tins into a pyramid
watchman|trimming the wick of his lantern
woodcutter|splitting logs for the winter
stonemason|chipping away at a gray block
plumber|tightening a leaky pipe
bricklayer|spreading mortar with a trowel
sailor|patching a faded sail
mapmaker|drawing a winding river
bookbinder|stitching pages together
glassblower|blowing a bubble of green glass
shopkeeper|arranging jars of candy
stable boy|filling the trough with oats
fiddler|tightening the strings of his fiddle
street sweeper|gathering leaves with his broom
chimney sweep|shaking soot from his brushes
mayor|watering the flowers at the town hall
ranger|nailing up a new wooden sign
juggler|tossing four yellow balls into the air
tinker|hammering a dent out of a kettle
""", "he")

CAST["thing"] = _things("""
silver whistle, brass compass, glass marble, painted top, wooden yo-yo, little music=box, blue notebook,
striped scarf, woolen cap, tin flute, shiny harmonica, patched teddy=bear, rag doll, wooden puzzle, old spyglass,
round magnifying=glass, tiny lantern, bright kaleidoscope, toy train, hand puppet, green yarn=ball, golden bell,
carved owl, paper fan, leather purse, velvet ribbon, seashell necklace, lucky button,
purple crystal, toy sailboat, tin soldier, wooden duck, rubber ball, jump=rope, clay bird, pocket=mirror, silk handkerchief,
picture=book, songbook, storybook, paintbox, sketchbook, golden pencil, fine paintbrush, feather pen,
stamp=album, folded map, treasure=map, pocket=watch, hourglass, silver key=ring, locket,
beaded bracelet, friendship=bracelet, charm bracelet, flower brooch, hair=clip, tortoiseshell comb, silver thimble,
sewing=box, knitted rabbit, cloth elephant, felt dinosaur, stuffed penguin, velvet bear, plush lamb, glass swan,
china cat, wooden horse, carved whale, painted egg, snow=globe, toy trumpet, little drum, tambourine,
wooden recorder, tin robot, toy rocket, windup frog, windup mouse, toy tractor, race=car, toy fire=engine,
model airplane, spinning pinwheel,
domino box, checkers=box, water=bottle, lunch=box, straw hat, sun=hat, rain=hat, polka-dot bow,
flowered apron, silver spoon, blue teacup, tin cup, honey=jar, bird=whistle, fishing=float,
flashlight, pencil=case, folding ruler, sticker=book, star=chart, butterfly pin, medal, tiny crown,
magic=wand, pirate=hat, feather mask, cat mask, juggling=ball, seed packet, watering=can,
garden=trowel, little basket, blue satchel, drawstring bag,
picture=frame, peacock feather, acorn necklace, amber bead,
fossil, moonstone, lucky horseshoe, cookie=cutter, recipe=book, wooden flute, paper lantern, toy windmill,
silver bookmark, painted fan, velvet cushion, rainbow scarf
""")

CAST["place"] = _places("""
by:the old mill, by:the duck pond, in:the apple orchard, on:the village green, by:the stone bridge, at:the market square,
in:the birch wood, on:the sunny hill, by:the river bend, at:the little harbor, on:the pebble beach, in:the rose garden,
at:the edge of the forest, in:the clover meadow, by:the town fountain, near:the lighthouse, by:the mossy well,
on:the school playground, in:the city park, at:the train station, by:the crooked oak, in:the pine forest,
on:the windy dunes, by:the waterfall, in:the barley field, by:the boathouse, at:the bus stop, by:the castle ruins,
in:the walled garden, under:the chestnut trees, by:the frog pond, on:the wooden pier, in:the bluebell wood,
at:the crossroads, by:the windmill, by:the clock tower, in:the vegetable garden, by:the willow pond, on:the riverbank,
in:the sunflower field, by:the beaver dam, on:the grassy slope, near:the old quarry, in:the valley meadow,
by:the mountain lake, at:the farmyard, by:the red barn, in:the cherry orchard, on:the canal path, by:the lock gate,
at:the ferry landing, by:the rock pools, in:the quiet churchyard, by:the bandstand, at:the fairground, in:the maple grove,
on:the cliff path, by:the shepherd's hut, in:the vineyard, by:the water tower, near:the blacksmith's forge,
by:the sleepy stream, in:the fern glade, on:the town wall, by:the old gatehouse, in:the lavender field, at:the playing field,
by:the sandy cove, in:the palace park, near:the observatory, by:the stepping stones, in:the hazel wood,
on:the heather moor, by:the lily pond, at:the picnic meadow, by:the stone circle, in:the pumpkin patch,
by:the toll house, on:the terrace garden, in:the butterfly garden, by:the swan lake, at:the end of the lane,
by:the hollow tree, in:the strawberry field, near:the sawmill, on:the island, by:the reed bed, at:the foot of the hill,
by:the goose pasture, in:the herb garden, near:the monastery, by:the cave spring, in:the palm grove, by:the salt marsh,
on:the lookout hill, by:the iron gate, near:the greenhouse, in:the cedar wood
""")

CAST["town"] = _places("""
in:a village between two hills, in:a small town by the sea, in:a crooked house beside a river, in:a cottage with a blue door,
on:a farm at the end of a long road, in:a tall house full of stairs, in:a town with seven bridges,
in:a village where everyone knew everyone, on:a boat in a quiet harbor, in:a white house under a hill,
in:a street with lime trees, in:a valley full of orchards, in:a busy town with a market, in:a brick house next to a bakery,
on:an island with one little shop, in:a village at the foot of a mountain, in:a cabin near the woods,
in:an apartment above a bookshop, in:a yellow house beside a school, on:a hill above a lake, in:a town with a clock tower,
in:a village famous for its cheese, in:a row of small red houses, in:a mill by a stream, in:a cottage on a cliff,
in:a town where the trams rang their bells, in:a village with more sheep than people, in:a house with a round window,
in:a narrow street of old shops, in:a village beside a wide green river, on:a farm with a hundred hens,
in:a fishing village with colorful boats
""")

CAST["food"] = _foods("""
apple pie, a bowl of strawberries, warm cinnamon rolls, bread with honey, rolled pancakes, chocolate cookies,
lemon cookies, vegetable pie, buttered toast, cherry cake, raisin buns, plum dumplings, roasted chestnuts,
a basket of peaches, cheese sandwiches, banana bread, nut bread, blueberry muffins, ginger cookies, sweet pears,
warm waffles, fresh cornbread, tomato sandwiches, baked potatoes, peach jam on crackers, vanilla cupcakes, oatmeal cookies,
a bag of walnuts, carrot cake, poppy seed rolls, crunchy apples, raspberry tarts, noodle salad, a big melon,
spinach pie, rice cakes, scones with jam, almond cookies, orange slices, pumpkin pie, egg sandwiches, jam tarts,
bread and pickles, grapes and cheese, popcorn, potato pancakes, mushroom pie, sesame buns, coconut cake,
chocolate cake, fruit salad, a loaf of rye bread, apple fritters, peppermint cookies, a bowl of berries,
a bag of sweet peas, corn on the cob, maple cookies, rhubarb crumble, sugared almonds, cold lemonade and pretzels,
hazelnut cake, date cookies, warm flatbread
""")

CAST["glad"] = _words("""
happy, proud, cheerful, glad, joyful, delighted, merry, thankful, blissful, content, overjoyed, wonderfully happy, pleased,
grateful, lighthearted, jolly, thrilled, happy as could be, warm inside, light as a feather
""")

CAST["sad"] = _words("""
sad, unhappy, gloomy, worried, miserable, downhearted, wretched, troubled, tearful, glum, upset, heavy-hearted, anxious,
helpless, sorrowful, dejected, blue, low, discouraged, disappointed
""")

CAST["quality"] = _words("""
kind, patient, curious, clever, gentle, brave, careful, honest, friendly, thoughtful, helpful, cheerful, hardworking,
polite, lively, quiet, dreamy, generous, good-natured, playful, bright, bold, sensible, loyal, warmhearted
""")

CAST["time"] = _times("""
one bright morning in May|Dew sparkled on every leaf.
one windy morning|The clouds raced one another across the sky.
one warm afternoon|The bees hummed lazily among the flowers.
one misty morning|A thin white mist hung between the trees.
one golden afternoon in September|Yellow leaves spun slowly to the ground.
one fresh spring morning|The blackbirds were singing from every roof.
one quiet Sunday|The church bells had just stopped ringing.
one hot day in July|Even the butterflies were looking for shade.
one cloudy afternoon|The sky was as gray as a pigeon.
one cool autumn morning|The air smelled of apples and smoke.
one sunny Saturday|All the windows stood wide open.
one mild day in March|The first crocuses peeped out of the grass.
one breezy afternoon|Laundry danced on all the lines.
one still morning|Not a single leaf was moving.
one cheerful Monday|The whole street smelled of fresh bread.
one early morning in June|The grass was still wet and cold.
one lazy afternoon in August|Crickets chirped in the dry grass.
one pale October morning|Spiderwebs glittered on the fences.
one lovely spring day|The cherry trees were white with blossoms.
one drizzly morning|Fine drops tickled like feathers.
one clear day after the rain|The puddles were full of blue sky.
one bright Tuesday|The sun winked from every windowpane.
one gray Wednesday|It looked as if it might rain at any moment.
one sunny Thursday|Swallows zigzagged high above the chimneys.
one busy Friday|Carts and bicycles rattled over the cobblestones.
one morning before school|The sky was still pink in the east.
one afternoon after school|The sun lay warm on the doorsteps.
one fine day in April|Lambs were calling in the fields.
one glorious summer morning|The air tasted of hay.
one hazy afternoon|The far hills looked like blue paper.
one crisp autumn day|Acorns crunched under every step.
one dewy morning|Snails had drawn silver lines on the stones.
one soft gray morning|The world was as quiet as a secret.
one shining morning in June|The roses had opened overnight.
one sleepy afternoon|The dogs were snoring in the shade.
one blustery day|Hats had to be held on with both hands.
one market day|The street was full of baskets and voices.
one holiday morning|There was no school and no hurry.
one sparkling morning|The rooftops shone as if they had been washed.
one bright autumn afternoon|The sun was low and the shadows were long.
one balmy morning in June|Ladybugs were sunning themselves on the walls.
one rosy morning|Little pink clouds floated over the roofs.
one late summer afternoon|The plums were ripe and the wasps were busy.
one chilly morning in April|Every breath made a tiny cloud.
one windless afternoon|Smoke rose straight up from the chimneys.
one green and gold morning|Sunlight dripped through the branches.
one cozy gray afternoon|Lamps were already glowing behind the curtains.
one day in early spring|The last ice had melted from the brook.
one day at the end of summer|The swallows were gathering on the wires.
one morning during the harvest|Wagons full of grain rolled by.
one day in the middle of the week|Nothing special seemed likely to happen.
one blue morning|There was not a cloud to be seen.
one morning in the first week of vacation|The day felt as long as a river.
one afternoon in the apple season|The branches bent low with fruit.
one morning when the lilacs bloomed|The air was sweet enough to eat.
one day of sun and showers|A pale rainbow stood over the roofs.
one silvery morning|The fog was just lifting from the fields.
one noisy afternoon|The sparrows were quarreling in the gutter.
one bright and breezy morning|Weathervanes squeaked and flags fluttered.
one day near the end of October|Pumpkins sat on all the doorsteps.
one gentle afternoon in May|Dandelion fluff sailed through the air.
one morning full of birdsong|Even the old gate seemed to squeak in tune.
""")
