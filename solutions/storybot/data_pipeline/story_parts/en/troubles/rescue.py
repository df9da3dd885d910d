"""Animals in need (roles: hero - child, animal) and how they repay the help."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("problem try solve need repay", """
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
