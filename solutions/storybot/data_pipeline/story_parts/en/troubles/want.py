"""Wishes of animals (roles: hero, friend - both animals, food)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("wish problem try solve after", """
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
