"""Little mysteries (roles: hero, friend - both children, place)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("sign guess try truth after", """
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
