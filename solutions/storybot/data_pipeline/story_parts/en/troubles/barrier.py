"""Something in the way of a promise (roles: hero, elder, place, food)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("problem try solve after", """
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
