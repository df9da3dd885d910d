"""The shapes of the English stories: beats, each with several wordings."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOTS = []

PLOTS.append(_plot("hero:child helper:helper thing:thing place:place trouble:loss time:time sad:sad glad:glad food:food", """
{time.One}, {hero} went to {place} and took along {thing.a}.
{hero} owned {thing.a}, and {time} {hero.they} took it along to {place}.
There was nothing {hero} loved more than {hero.their} {thing}, so {time} it came along to {place}.
{time.One}, {hero} was playing {place.at}, and of course the {thing} was there, too.
"You are coming with me," said {hero} {time} to {hero.their} {thing}, and off they went to {place}.

@time.scene
@time.scene
@time.scene
-

It had been a birthday present, and {hero} had never gone anywhere without it.
A good friend had given it to {hero} before moving away.
{hero} had saved up for it for a whole year.
It was not worth much money, but to {hero} it was worth more than gold.
It had once belonged to {hero}'s grandmother, and so it was very precious.
---
But when {hero} came home, the {thing.short} was gone.
But by suppertime {hero} noticed that the {thing.short} was missing.
But a few hours later {hero} cried, "Where is my {thing.short}?"
Later, at home, {hero} stopped short, because the {thing.short} was nowhere to be seen.

@trouble.try

{hero.They} felt very {sad}.
{hero.They} sat down on the doorstep and felt {sad}.
"I will never see it again," {hero.they} said, and felt quite {sad}.
{hero.They} swallowed hard, for {hero.they} had never felt so {sad}.

At last {hero} went to {helper}, who was {helper.doing}.
Next door, {helper} was {helper.doing}, and looked up when {hero} came along.
Just around the corner, {helper} was {helper.doing}, so {hero} asked for help.
Then {hero} thought of {helper}, who was {helper.doing} and always had a good idea.

"Let us think before we search," {helper.they} said.
"Don't cry," {helper.they} said. "Things do not walk away by themselves."
"Four eyes see more than two," {helper.they} said, and put the work aside.
"Tell me everything from the beginning," {helper.they} said, and listened carefully.

@trouble.clue
---
@trouble.found

"There you are!" cried {hero}, feeling {glad}.
{hero} pressed it to {hero.their} heart and felt {glad}.
"Thank you! Thank you!" said {hero}, feeling {glad}.
{hero} jumped up and down, felt {glad}, and began to sing.

@trouble.lesson

To celebrate, {hero} and {helper} shared {food}.
The next day {hero} brought {helper} a present: {food}.
Afterward they sat down together and enjoyed {food}.
"Now I am hungry," said {helper}, and they both enjoyed {food}.

And that night, the {thing.short} lay right beside {hero}'s pillow.
And whenever somebody lost something after that, {hero} was the first to help search.
From then on, {hero} and {helper} were the best of friends.
"Lost and found in one day," murmured {hero}, and fell asleep with a smile.
"Next time," said {hero}, "I will think first and search second."
"""))

PLOTS.append(_plot("hero:child elder:elder trouble:craft town:town quality:quality time:time glad:glad food:food place:place", """
{hero} was {quality.a} {hero.child} who lived {town.at}, not far from {place}.
There once was {quality.a} {hero.child} named {hero}, who lived with {hero.their} family {town.at}.
{hero}, {quality.a} {hero.child}, lived {town.at} and often walked to {place}.
{hero} lived {town.at}, and everyone said that {hero.they} was {quality.a} {hero.child}.

{time.One}, {hero} remembered that {elder}'s birthday was only a week away.
{time.One}, {elder} said with a sigh, "Next week I will be another year older."
{time.One}, {hero} looked at the calendar and saw a red circle around {elder}'s birthday.
{time.One}, a thought flew into {hero}'s head: soon it would be {elder}'s birthday!

{hero} had no money, not even a single coin.
There were only two pennies in {hero}'s money box.
"I do not want to buy something," thought {hero}. "I want to make it myself."
"What do you give to someone who has everything?" {hero} wondered.
{hero} wanted to give a present that could not be found in any shop.

@trouble.plan
---
@trouble.problem

@trouble.try

"It will never be ready in time," {hero.they} groaned.
{hero.They} almost gave up and stamped one foot.
{hero.They} went for a walk to {place} and thought it over.
"Perhaps I should just give a kiss and a flower," {hero.they} sighed.
That night {hero.they} lay awake and thought and thought.

But there was a little bit of time left.
But giving up would not make anyone happy.
"One more try," {hero.they} whispered.
In the morning, there was a new idea.
"There must be another way," {hero.they} said.

@trouble.solve

{hero} looked at the work and felt {glad}.
It was not perfect, but it was finished, and {hero} felt {glad}.
{hero.Their} fingers were tired, but {hero} felt {glad}.
"Done!" cried {hero}, feeling {glad}.
---
On the birthday, the whole family sat around the table and had {food}.
At last the big day came, and a treat was waiting on the table: {food}.
When all the guests had enjoyed {food}, it was time for {hero}'s present.
The birthday began with a song and went on with {food}.

"I made it myself," said {hero} very softly.
"It is not perfect," said {hero}, "but it comes from my heart."
{hero}'s heart was pounding like a drum.
All the guests leaned forward, full of curiosity.

@trouble.give

"You gave me your time," said {elder}, "and nothing is more precious."
"How did you manage that?" asked {elder}, and {hero} told the whole story.
"This is the best present I have ever had," {elder} said, and hugged {hero} tightly.
"I can feel every hour of work in it," said {elder} with shining eyes.

And {hero} had learned that making a present could be as lovely as getting one.
And {hero} knew that trying once more had been the right thing to do.
That evening {hero} was already thinking about the next birthday.
And {hero} was even happier than {elder}.
"Giving," thought {hero} in bed that night, "is almost better than getting."
"""))

PLOTS.append(_plot("hero:child friend:child trouble:quarrel town:town place:place time:time sad:sad glad:glad food:food", """
{hero} lived {town.at} and met {hero.their} best friend {friend} almost every day {place.at}.
{hero} and {friend} were best friends, and their favorite spot was {place}.
Nobody ever saw {hero} without {friend}, least of all {place.at}.
Ever since they were little, {hero} and {friend} had played together {place.at}.
"We will be friends forever," {hero} and {friend} had promised each other {place.at}.

But {time} they had a quarrel.
But {time} everything went wrong.
Then, {time}, something happened that neither of them had wanted.
But even good friends sometimes quarreled, and {time} it happened.

@trouble.cause

"I am not playing with you anymore!" cried {friend}, and ran home.
"That was mean!" shouted {friend}, and stormed off.
{friend} turned red, turned around, and walked away without a word.
"Then go!" cried {hero}, and {friend} really went.
One loud word followed another, until both of them went home angry.
---
The next day {hero} felt {sad}.
At first {hero} was angry, but by evening {hero.they} felt only {sad}.
{hero} pretended not to care, but felt {sad} all the same.
The house was quiet, much too quiet, and {hero} felt {sad}.

@trouble.try

"Without {friend}, nothing is any fun," thought {hero}.
Even {food} tasted like nothing at all.
Every game seemed to need a second player.
{hero} looked out of the window and saw {friend}'s house across the street.
"A day without {friend} is a very long day," thought {hero}.

In the end {hero} took a deep breath and went to see {friend}.
So {hero} put on {hero.their} shoes, walked to {friend}'s house, and knocked.
{hero} wrote a note with only five words on it: "I am sorry. Please come." And {friend} came.
Then {hero} went to {place}, and there sat {friend}, looking just as unhappy.
---
"I am sorry," said {hero}, and this time {hero.they} meant it.
"I miss you," said {hero} quietly.
"I did not want to hurt you," said {hero}, looking at the ground.
"Can we start all over again?" asked {hero}.

"I am sorry, too," said {friend}.
"I wanted to come to you," {friend} admitted, "but I did not dare."
{friend} was silent for a moment, and then came a very small smile.
"I have been waiting for you," said {friend}.

@trouble.mend

Then they shared {food} and both felt {glad}.
Both of them felt {glad}, and afterward they had {food}.
"Are you hungry?" asked {friend}, and soon they were enjoying {food} together.
They laughed until their bellies hurt, and then they had {food}.

@trouble.after

They still quarreled now and then, but never for longer than an afternoon.
And when they quarreled again one day, they knew how to make up.
A friendship that had been mended, they found, held even better than before.
And if anyone asked what the quarrel had been about, they only laughed.
"Saying sorry is hard," said {hero}, "but not half as hard as being without you."
"""))

PLOTS.append(_plot("hero:child elder:elder trouble:fear town:town quality:quality time:time place:place food:food glad:glad", """
{hero} was {quality.a} {hero.child} who lived {town.at}.
There was once {quality.a} {hero.child} called {hero}, who lived {town.at}.
Once there lived {town.at} {quality.a} {hero.child} whose name was {hero}.
{hero}, who lived {town.at}, was known as {quality.a} {hero.child}.

But there was one thing that {hero} feared more than anything else: {trouble}.
But {hero} had a secret, and the secret was a fear of {trouble}.
Only one thing made {hero}'s heart beat fast, and that was {trouble}.
There was just one trouble, and that was a great fear of {trouble}.

@trouble.problem

"I will never be brave," {hero.they} thought.
{hero} was ashamed and told nobody about it.
"What is wrong with me?" {hero.they} wondered.
{hero} wished to be as fearless as the others.
---
{time.One}, {elder} and {hero} walked to {place}.
{time.One}, {hero} sat with {elder} {place.at}.
{time.One}, {elder} came to visit, and they took a walk to {place}.
{time.One}, {hero} was helping {elder} carry a basket to {place}.

@time.scene
@time.scene
@time.scene
-

"You are so quiet today," said {elder}. "What is the matter?"
"Something is weighing on you," said {elder}. "You can tell me."
"A worry grows smaller when you share it," said {elder} gently.
"Shall I tell you what I was afraid of at your age?" asked {elder}.

Then {hero} told {elder} everything.
Little by little, {hero} let the whole story out.
{hero} took a deep breath and talked about the fear.
{hero} looked at {hero.their} shoes and whispered it into {elder}'s ear.

"Brave people are afraid, too," said {elder}. "They just take small steps."
"Fear is like a big dog," said {elder}. "When you run away, it runs after you."
"You need not do it all at once," said {elder}. "Start with a little piece."
"Look at your fear closely," said {elder}, "and it will shrink."
---
The first try went wrong.
But it was not easy.
That very week {hero} made a first attempt.
At first, though, things did not go well.

@trouble.try

"Never mind," said {elder}. "Tomorrow is another day."
{elder} did not laugh and only said, "Try it another way."
"That was a beginning," said {elder}.
But {hero} thought of {elder}'s words and did not give up.

@trouble.solve

Suddenly the fear was only as big as a pea.
{hero.Their} heart was still beating fast, but now it was beating with joy.
"I did it!" {hero.they} cried, feeling {glad}.
And {hero} noticed that the fear had quietly gone away.
{hero.They} felt {glad} and at least an inch taller.

To celebrate, {elder} served {food}.
"That calls for a party," said {elder}, and they had {food}.
{elder} had brought something to celebrate with: {food}.
That evening they had {food}, and {hero} told the story three times.

@trouble.after
"""))

PLOTS.append(_plot("hero:child elder:elder trouble:barrier town:town time:time place:place food:food glad:glad", """
{time.One}, {elder}, who lived near {place}, was ill in bed, and {hero} wanted to help.
{elder} lived all alone near {place}, and {time} {hero} wanted to pay a visit.
{time.One}, {hero} got a letter from {elder}, who lived near {place} and had hurt a foot.
{hero} lived {town.at}, but {elder} lived far off, near {place}, and {time} {hero} was planning a visit.

@time.scene
@time.scene
@time.scene
-

"I will bring you {food} before the sun goes down," {hero} had promised.
"Before the evening bell, I will be there with {food}," {hero} had promised.
{hero} had given a promise: before dark, {elder} would have {food}.
"You can count on me," {hero} had said. "You will have {food} this very day."

So {hero} packed everything into a basket and set out.
{hero} covered the basket with a checkered cloth and marched off.
With the basket on one arm, {hero} hurried down the road.
The basket was packed quickly, and {hero} started out, whistling.
---
@trouble.problem

"What now?" thought {hero}.
"I cannot turn back," {hero} said aloud.
{hero} stopped and bit {hero.their} lip.
For a moment {hero} did not know what to do.

@trouble.try

The sun was already sinking toward the hills.
{hero.They} looked back, and home would have been so near.
"Nobody would be angry if I went home," {hero.they} thought. "But a promise is a promise."
{hero.They} felt like crying, but crying would not help.
Far away, a clock struck five.

{hero} thought of {elder}, who was waiting at the window.
"{elder} believes in me," {hero} thought.
"Think," {hero} said to {hero.self}. "There is always a way."
{hero} sat down for a moment and thought hard.

@trouble.solve
---
Just as the sun touched the treetops, {hero} knocked at {elder}'s door.
When {hero} reached the house near {place}, the sun was just about to set.
At the very last moment, with red cheeks and dirty shoes, {hero} arrived.
The evening bell was just beginning to ring when {hero} stood in front of {elder}.

"You really came!" cried {elder}.
"I never doubted it," said {elder}, smiling.
"And I was just saying that you would not leave me alone," said {elder}.
"What happened to you?" asked {elder} in surprise, and {hero} told the whole story.

They set the table and enjoyed every bite, and {hero} felt {glad}.
They ate together by the warm stove, and both of them felt {glad}.
Nothing had ever tasted so good, and {elder} felt {glad} and much better already.
{hero} felt {glad}, and even the crumbs were eaten up.

"You are a {hero.child} of your word," said {elder}.
"A kept promise is the best medicine," said {elder}.
"I will not forget this," said {elder}, and squeezed {hero}'s hand.
"Someone who keeps a promise is worth more than gold," {elder} said.

@trouble.after
"""))

PLOTS.append(_plot("hero:child animal:beast trouble:rescue town:town time:time place:place glad:glad quality:quality food:food", """
{time.One}, {hero} was walking to {place} and heard a soft cry.
{hero} lived {town.at}, and {time}, near {place}, {hero.they} heard a small voice.
{hero}, {quality.a} {hero.child}, was strolling {place.at} {time} when something rustled.
{time.One}, on the way to {place}, {hero} stopped and listened, because somebody was sobbing.

@time.scene
@time.scene
@time.scene
-

Not far from the path was {animal.a}.
It was {animal.a}, and {animal.they} looked very frightened.
{animal.A} looked up with big eyes.
"Who is there?" asked {hero}, and then saw {animal.a}.
"Help me, please," said a voice, and it belonged to {animal.a}.

@trouble.problem
---
"Wait, I will help you," said {hero}.
"Do not be afraid," {hero} said softly.
{hero} did not think twice and knelt down.
"Poor thing!" said {hero}. "I will not leave you alone."

@trouble.try

But {hero} was not someone who gave up quickly.
"Not like that, then," said {hero}.
"Please do not go away," begged {animal}.
{hero} thought for a while.

@trouble.solve

"I will never forget this," said {animal}.
"One day I will help you, too," {animal} promised.
"Thank you, kind {hero.child}," said {animal}, and {animal.moved} off toward {animal.home}.
{animal.The} bowed {animal.their} head, {animal.moved} away, and was soon out of sight.

{hero} smiled, for how could such a small friend ever help {hero.them}?
{hero} walked home, feeling {glad}.
At home nobody believed the story, but {hero} felt {glad}.
"I was happy to do it," {hero} called.
---
@trouble.need

"If only somebody would help me!" sighed {hero}.
"What shall I do now?" said {hero} aloud.
{hero} was close to tears.
{hero} looked around, but there was nobody in sight.

Then something rustled, and {animal} was there.
"Now it is my turn," said a voice that {hero} knew well, and there was {animal}.
But who was that? It was {animal}!
At that very moment {animal} {animal.moved} up and said, "You helped me, so I will help you."

@trouble.repay

"You kept your word!" cried {hero}.
"Now we are even," said {animal}, "but we can still be friends."
"Nobody is too small to help," said {animal} proudly.
"Thank you," said {hero}. "I would never have managed it without you."

They shared {food} and felt {glad}.
The next day {hero} brought a treat to share: {food}.
That evening they sat side by side, felt {glad}, and watched the stars come out.
From then on, {hero} visited {animal} every week.

And so one good deed had found its way back.
And {hero} never again asked how big or small a friend should be.
"Kindness is like a ball," thought {hero}. "Throw it, and it comes back."
And the two of them remained friends all their lives.
"""))

PLOTS.append(_plot("hero:child friend:child trouble:contest town:town time:time place:place food:food thing:thing glad:glad sad:sad", """
{time.One}, on the way to {place}, {hero} saw a poster: everyone was invited to {trouble.event}!
{time.One}, {hero} and {friend} heard that {trouble.event} would soon be held {trouble.where}.
Every year, {trouble.event} was held {trouble.where}, and {time} {hero} decided to take part.
{hero} lived {town.at}, where {time} everybody was talking about {trouble.event}.

The first prize was {thing.a}, and {hero} had always wanted one.
Whoever won would get {thing.a}.
"The winner gets {thing.a}!" {hero} told everyone.
The prize was already lying in a shop window: {thing.a}.

"I am going to win," said {friend}, who had won the year before.
"I will take part, too," said {friend}. "May the best one win!"
{friend} wanted to win as well, and so they were rivals.
"You have no chance against me," laughed {friend}, and that stung a little.
---
@trouble.problem

{hero.They} felt {sad}.
"I might as well stay at home," {hero.they} said, feeling {sad}.
The others seemed to have no trouble at all, and {hero} felt {sad}.
"How does {friend} do it?" wondered {hero}, feeling rather {sad}.

@trouble.try

"I must think of something else," {hero.they} said.
{hero.They} slept on it for a night.
"Every mistake shows me what does not work," {hero.they} told {hero.self}.
{hero.They} started again from the beginning.

@trouble.solve

On the way home, {hero} met {friend}, who was having trouble, too.
In the evening {friend} came by with a long face, for {friend.they} had run into the same trouble.
But then {hero} saw that {friend} was sitting on the steps, close to tears.
The next morning {friend} whispered, "I cannot get it right at all."

{hero} hesitated for a moment and then explained the trick.
"Come, I will show you how I did it," said {hero}.
{hero} could have kept quiet, but told {friend} everything.
"A win is only fun if everyone has a fair chance," said {hero}, and shared the secret.
---
Then came the great day, and a big crowd had gathered {trouble.where}.
On the day of the contest, music was playing and paper flags were hanging everywhere {trouble.where}.
At last it began, and {hero}'s hands were damp with excitement.
"Let us begin!" called the judge, and everybody held their breath.

@trouble.end

{hero} won by a whisker, and {friend} clapped the loudest.
{friend} did just as well, and so the judges gave the first prize to both of them.
The judges whispered for a long time and then gave the first prize to both {hero} and {friend}.
{hero} won the {thing.short}, and the first one to cheer was {friend}.
"First prize for {hero}!" called the judge, and {friend} threw a cap into the air.

"Without you I would have had no chance," said {friend}.
"You are the best rival in the world," said {friend}, and they shook hands.
"Next year we will enter as a team," {friend} suggested.
"Thank you for helping me," said {friend}, feeling {glad}.

Afterward they sat in the sun and shared {food}.
They celebrated with {food} and felt {glad}.
"Let us celebrate," said {hero}, and they had {food}.
All the children got a treat at the end: {food}.

And a good friend, they agreed, was worth more than any prize.
And {hero} was prouder of such a friend than of any prize.
From that day on, they practiced together.
"Prizes gather dust," thought {hero}, "but friends do not."
"""))

PLOTS.append(_plot("hero:child friend:child helper:helper trouble:mystery town:town time:time place:place food:food glad:glad quality:quality", """
{time.One}, {hero} and {friend} discovered something strange {place.at}.
{hero} lived {town.at}, and {time} {hero.they} went exploring with {friend} {place.at}.
{time.One}, {hero} called for {friend}, because there was something odd {place.at}.
{hero}, {quality.a} {hero.child}, and {friend}, who was never bored, were {place.at} {time}.

@time.scene
@time.scene
@time.scene
-

"Do you see that?" whispered {hero}.
"Stop!" said {hero}, and held {friend} by the arm.
At first they did not believe it.
They stood still and stared.

@trouble.sign

@trouble.guess
---
"We have to find out," said {hero}.
{hero} was a little bit scared, but even more curious.
"Nonsense," said {hero}, but {hero.their} voice shook a little.
"There must be a reason for it," said {hero}.

@trouble.try

They asked {helper}, who was {helper.doing}, but got only a shake of the head.
They ran to {helper}, who was {helper.doing}, and told the whole story.
On the way home they met {helper}, who wanted to hear all about it.
They told {helper} about it, and {helper.they} scratched {helper.their} chin.

"If you want to learn something, you must be very still," said {helper}.
"Watch first and guess later," advised {helper}.
"I do not know either," said {helper}, "but patient eyes find out everything."
"Be quiet and patient," said {helper}, "and the secret will come to you."

So they packed {food} and went back once more.
The next time they took along {food} and plenty of patience.
"We have time," said {hero}, and for a while they just sat there and had {food}.
They made a plan, packed {food}, and returned.
---
@trouble.truth

"So that was it!" cried {friend}.
The two looked at each other and burst out laughing.
"That is much better than what I thought," said {friend}.
"The truth is even more wonderful than a fairy tale," said {hero}.
They forgot to breathe, it was so wonderful.

They felt {glad} and ran to tell {helper} all about it.
{hero} felt {glad}, and {friend} turned a somersault.
"Well done, my young explorers," said {helper} that evening.
{helper.The} heard the whole story that evening and was amazed.

@trouble.after

And from then on, wherever something was strange, {hero} and {friend} took a closer look.
"What shall we discover tomorrow?" asked {friend}.
And in {hero}'s notebook it said: "Solved by being patient."
The world was full of secrets, and they were only at the beginning.
"""))

PLOTS.append(_plot("hero:child helper:helper trouble:chore thing:thing town:town time:time place:place glad:glad friend:child", """
{time.One}, {hero} saw {thing.a} in a shop window near {place}.
{hero} lived {town.at}, and {time} {hero.they} saw {thing.a} in a shop near {place}.
In the window of the little shop near {place} lay {thing.a}, and {time} {hero} stopped to look at it.
{time.One}, {hero} was dreaming of {thing.a} that was for sale near {place}.

@time.scene
@time.scene
@time.scene
-

{hero} wanted it so much that {hero.they} could think of nothing else.
"If only it were mine!" sighed {hero}.
But it cost two coins, and {hero}'s pockets were empty.
{hero} counted {hero.their} money, and it was not nearly enough.

"Then I will earn it," said {hero}, and went to {helper}, who was {helper.doing}.
So {hero} went to {helper}, who was {helper.doing}, and asked for work.
{helper.The} was {helper.doing} when {hero} came along and asked, "Do you have any work for me?"
At that time {helper} needed some help, so {hero} knocked at the door.
---
@trouble.task

"I will do it well," promised {hero}, and set to work at once.
"That is easy," thought {hero}.
{hero} rolled up {hero.their} sleeves and began.
{hero} could already see the {thing.short} in {hero.their} hands.

@trouble.problem

@trouble.try

{hero.They} wiped {hero.their} forehead and was ready to give up.
"This is harder than I thought," {hero.they} panted.
{hero.They} sat down, put {hero.their} chin in {hero.their} hands, and thought about it.
"Working hard is not enough," {hero.they} thought. "I have to work cleverly."

@trouble.solve

@trouble.praise
---
{hero} felt {glad} and ran straight to the shop.
With warm coins in {hero.their} hand and feeling {glad}, {hero} ran to the shop.
"Now it will be mine!" cried {hero}, and ran all the way to the shop.
{hero} thanked {helper.them} and felt {glad} all the way to the shop.

In front of the window stood {friend}, looking at the {thing.short} with longing eyes.
At the door {hero} met {friend}, who had been saving up for the same {thing.short}.
But {friend} was standing there, sadly counting a few small coins.
{friend} was there, too, and whispered, "How beautiful it is!"

{hero} thought for a moment and said, "Let us buy it together and share it."
{hero} bought the {thing.short}, came out, and said, "It can be yours every other day."
{hero} knew that feeling well, bought the {thing.short}, and said, "It will belong to both of us."
"I will lend it to you as often as you like," said {hero}, and went in to buy it.

{friend} beamed like the sun.
"Would you really do that for me?" asked {friend}.
{friend} was so surprised that not a word came out.
"You are a true friend," said {friend}.

So {hero} had earned the {thing.short} and won a friend as well.
The {thing.short} was a treasure, but it was twice as dear when it was shared.
And each time {hero} looked at the {thing.short}, {hero.they} remembered how good it felt to have earned it.
And {helper} always had work for {hero} after that, and always a kind word, too.
"I worked for one thing," thought {hero}, "and came home with two."
"""))

PLOTS.append(_plot("hero:beast friend:animal trouble:want time:time place:place glad:glad sad:sad quality:quality food:food", """
Not far from {place}, in a snug little home, lived {quality.a} {hero.kind}.
Long ago, {quality.a} {hero.kind} lived near {place}.
{hero.A} lived near {place}, and everybody said that {hero.they} was {quality}.
Once upon a time, near {place}, there lived {hero.a} who was very {quality}.

{time.One}, {hero} jumped up, for {hero.they} had a great plan.
{time.One}, {hero} could not sit still, because there was something on {hero.their} mind.
{time.One}, while sitting in the grass, {hero} had an idea.
{time.One}, {hero} stretched, yawned, and made a decision.

@time.scene
@time.scene
@time.scene
-

@trouble.wish

"Today I will do it," {hero.they} said.
"It cannot be so hard," {hero.they} told {hero.self}.
{hero.They} had dreamed of it for a long time.
"I do not need anybody's help," {hero.they} said proudly.
---
@trouble.problem

@trouble.try

{hero.The} sat down and felt {sad}.
"It is no use," said {hero}, feeling {sad}.
{hero.The} was out of breath and felt {sad}.
A tear ran down {hero.their} cheek, and {hero.they} felt {sad}.

Just then {friend.a} {friend.moved} by.
Along the path came {friend.a}, who had just moved in nearby.
{friend.A} had been watching all along.
Then {friend.a} {friend.moved} up and asked, "What are you doing?"

"Two can do more than one," said {friend}.
"May I help you?" asked {friend} shyly.
"I have an idea," said {friend}.
"Let me have a look," said {friend}.

{hero.The} was too proud to say yes at first, but then {hero.they} nodded.
"I did not dare to ask," said {hero}.
"Would you really help me?" asked {hero}.
"Why not?" said {hero}, and moved aside.
---
@trouble.solve

"We did it!" cried {hero}.
Both of them felt {glad}.
{hero.The} felt {glad}, and {friend} laughed out loud.
"I could not have done it alone," said {hero}.
"You see?" said {friend}. "That was not so hard."

In the evening they shared {food}.
Afterward they sat in the last sunlight and had {food}.
"Come home with me," said {hero}, and served {food}.
"Working makes me hungry," said {friend}, and they feasted on {food}.

"What shall we do tomorrow?" asked {friend}.
"From today on, my door is always open to you," said {hero}.
"I am glad that you came by," said {hero}.
"Will you be my friend?" asked {friend}, and {hero} said yes at once.

@trouble.after

And from then on, {hero} never minded asking for help.
And whenever one of them had a plan, the other one came to help.
So it was that one small wish turned into a great friendship.
And that was how {hero} and {friend} became friends.
Asking for help, {hero} had learned, was not weak at all, but wise.
"""))
