"""Presents made by hand (roles: hero, elder)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("plan problem try solve give", """
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
