import { describe, expect, it } from 'vitest';
import type { EditKind } from '../../../src/edits/types.ts';
import { editsOf, isBuilt, resultsOf, withoutLexicon } from './support.ts';

/** Sentence, and a result that must be among those of the kind. */
type Row = readonly [string, string];

function table(kind: EditKind, rows: readonly Row[]): void {
  it.each(rows)(`${kind}: %s -> %s`, (text, expected) => {
    expect(resultsOf(text, kind)).toContain(expected);
  });
}

describe.skipIf(!isBuilt)(`negate${withoutLexicon}`, () => {
  table('negate', [
    ['The dog runs.', 'The dog does not run.'],
    ['The dogs chase a cat', 'The dogs do not chase a cat'],
    ['He bought a hat.', 'He did not buy a hat.'],
    ['He put the keys in the drawer.', 'He did not put the keys in the drawer.'],
    ['A baker is tuning a guitar.', 'A baker is not tuning a guitar.'],
    ['She has eaten the apple.', 'She has not eaten the apple.'],
    ['She has a car.', 'She does not have a car.'],
    ['He does his homework.', 'He does not do his homework.'],
    ['I can swim.', 'I cannot swim.'],
    ['The train will leave soon.', 'The train will not leave soon.'],
    ["I'm happy.", "I'm not happy."],
    ['Open the window, please.', 'Do not open the window, please.'],
    ['Sit down!', 'Do not sit down!'],
    ['Be careful.', 'Do not be careful.'],
    ["Let's go home.", "Let's not go home."],
    ['Does she sing?', 'Does she not sing?'],
    ['Is the cat sleeping?', 'Is the cat not sleeping?'],
    ['She gave him some flowers.', 'She did not give him any flowers.'],
    ['The man usually walks home.', 'The man does not usually walk home.'],
    ['The boy who lives next door kicked the ball.', 'The boy who lives next door did not kick the ball.'],
    ['The boy who lives next door kicked the ball.', 'The boy who does not live next door kicked the ball.'],
    ['All of the students passed.', 'All of the students did not pass.'],
    ['There is a cat on the roof.', 'There is not a cat on the roof.'],
    ['Two horses standing in a field.', 'Two horses not standing in a field.'],
    ['A man with a hat sleeps.', 'No man with a hat sleeps.'],
    ['A man with a hat sleeps.', 'A man without a hat sleeps.'],
    ['THE DOG RUNS.', 'THE DOG DOES NOT RUN.'],
  ]);
});

describe.skipIf(!isBuilt)(`negate, of what is denied already${withoutLexicon}`, () => {
  table('negate', [
    ['The dog does not run.', 'The dog runs.'],
    ['They did not go home.', 'They went home.'],
    ['He does not like any vegetables.', 'He likes some vegetables.'],
    ["She hasn't eaten the old cake.", 'She has eaten the old cake.'],
    ["I can't swim.", 'I can swim.'],
    ["They won't come.", 'They will come.'],
    ['He cannot find his toy.', 'He can find his toy.'],
    ['He is not here.', 'He is here.'],
    ["Don't touch the stove!", 'Touch the stove!'],
    ['Do not open the door.', 'Open the door.'],
    ['She never eats meat.', 'She eats meat.'],
    ['Nobody likes rainy Mondays.', 'Somebody likes rainy Mondays.'],
    ['There is no milk in the fridge.', 'There is some milk in the fridge.'],
    ['He had no idea.', 'He had an idea.'],
    ['No dogs are allowed.', 'Some dogs are allowed.'],
    ['Not all birds fly.', 'All birds fly.'],
  ]);
  it('is not denied twice', () => {
    expect(resultsOf('Nobody sleeps.', 'negate')).toEqual(['Somebody sleeps.']);
  });
});

describe.skipIf(!isBuilt)(`swap${withoutLexicon}`, () => {
  table('swap', [
    ['The dogs chase a cat', 'A cat chases the dogs'],
    ['A cat chases the dogs.', 'The dogs chase a cat.'],
    ['She helps me.', 'I help her.'],
    ['I saw him yesterday.', 'He saw me yesterday.'],
    ['They were watching us.', 'We were watching them.'],
    ['He was watching them.', 'They were watching him.'],
    ['She has seen the boys.', 'The boys have seen her.'],
    ['The doctor does not like the nurses.', 'The nurses do not like the doctor.'],
    ['John likes Mary.', 'Mary likes John.'],
    ['Kittens are eating the fish.', 'The fish is eating kittens.'],
    ['The book was read by the teacher.', 'The teacher was read by the book.'],
    ['The cat sat on the mat.', 'The mat sat on the cat.'],
    ['A boy in a red shirt is kicking a ball.', 'A ball is kicking a boy in a red shirt.'],
    ['The boy who lives next door kicked the ball.', 'The ball kicked the boy who lives next door.'],
    ['Is he playing the piano?', 'Is the piano playing him?'],
    ['The bread and butter were fresh.', 'Butter and the bread were fresh.'],
    ['A man with a dog sleeps.', 'A dog with a man sleeps.'],
  ]);
  it.each([
    'There is no milk.',
    'Stocks fell 4 percent.',
    'The man washed himself.',
    'Nobody saw the accident.',
    'It rains.',
  ])('has nothing to swap: %s', (text) => expect(resultsOf(text, 'swap')).toEqual([]));
  it('says what it swaps', () => {
    expect(editsOf('The dogs chase a cat', 'swap').map(({ label }) => label)).toEqual([
      'swap “The dogs” and “a cat”',
    ]);
  });
});

describe.skipIf(!isBuilt)(`drop${withoutLexicon}`, () => {
  table('drop', [
    ['I saw him in the park with a telescope yesterday.', 'I saw him with a telescope yesterday.'],
    ['I saw him in the park with a telescope yesterday.', 'I saw him in the park yesterday.'],
    ['I saw him in the park with a telescope yesterday.', 'I saw him in the park with a telescope.'],
    ['In the park, a dog runs.', 'A dog runs.'],
    ['Two young women walk slowly down the busy street.', 'Two young women walk down the busy street.'],
    ['Two young women walk slowly down the busy street.', 'Two women walk slowly down the busy street.'],
    ['The company, based in Ohio, said profit rose.', 'The company said profit rose.'],
    ['Unfortunately, the train left early.', 'The train left early.'],
    ['A black and white dog sleeps.', 'A dog sleeps.'],
    ['She ate an old apple.', 'She ate an apple.'],
    ['She ate a green apple.', 'She ate an apple.'],
  ]);
  it.each([
    ['The dog is in the park.', 'The dog is.'],
    ['He is not here.', 'He is not.'],
    ['He put the keys in the drawer.', 'He put the keys.'],
    ['A group of people sleeps.', 'A group sleeps.'],
    ['A close-up of a moth in a jar.', 'A close-in a jar.'],
    ['The lamp depends on the weather.', 'The lamp depends.'],
  ])('keeps what is needed: %s', (text, broken) => expect(resultsOf(text, 'drop')).not.toContain(broken));
  it('marks nothing, and names what goes', () => {
    const [edit] = editsOf('The cat sat on the mat.', 'drop');
    expect(edit).toEqual({ kind: 'drop', label: 'drop “on the mat”', result: 'The cat sat.', spans: [] });
  });
});

describe.skipIf(!isBuilt)(`append${withoutLexicon}`, () => {
  table('append', [
    ['The dog runs.', 'The dog runs in the garden.'],
    ['The dog runs', 'The dog runs with a friend'],
    ['Does she sing?', 'Does she sing with a friend?'],
    ['“The dog barks!”', '“The dog barks with a friend!”'],
    ['Open the window, please.', 'Open the window in the garden, please.'],
  ]);
  it('does not repeat a word, nor a time', () => {
    const results = resultsOf('Yesterday a girl slept in the garden.', 'append');
    expect(results).not.toHaveLength(0);
    expect(results.join()).not.toMatch(/garden in the garden|afternoon/);
  });
});

describe.skipIf(!isBuilt)(`antonym${withoutLexicon}`, () => {
  table('antonym', [
    ['He bought the hottest peppers.', 'He sold the hottest peppers.'],
    ['He bought the hottest peppers.', 'He bought the coldest peppers.'],
    ['She buys a car.', 'She sells a car.'],
    ['The tallest man bought the biggest house.', 'The tallest man bought the smallest house.'],
    ['An honest man found an umbrella.', 'A dishonest man found an umbrella.'],
    ['Two young women walk slowly.', 'Two young men walk slowly.'],
    ['Two young women walk slowly.', 'Two young women walk quickly.'],
    ['Stocks fell sharply.', 'Stocks rose sharply.'],
    ['Women buy cars.', 'Men buy cars.'],
    ['The bird was tiny.', 'The bird was large.'],
    ['She has sold the house.', 'She has bought the house.'],
  ]);
  it.each([
    ['The dog runs.', 'rare sense'],
    ['A brown dog sleeps.', 'no everyday word'],
  ])('offers none of a %s', (text) => {
    expect(resultsOf(text, 'antonym').join()).not.toMatch(/idles|achromatic/);
  });
  it('makes no word stand beside itself', () => {
    expect(resultsOf('A black and white photo hangs there.', 'antonym').join()).not.toMatch(
      /white and white|black and black/,
    );
  });
});

describe.skipIf(!isBuilt)(`sister${withoutLexicon}`, () => {
  table('sister', [
    ['A baker is tuning a guitar.', 'A baker is tuning a piano.'],
    ['The dogs sleep.', 'The foxes sleep.'],
    ['She has a car.', 'She has a truck.'],
  ]);
  it('leaves names alone, and puts no uncounted noun behind an article', () => {
    expect(resultsOf('John likes Lance Armstrong.', 'sister')).toEqual([]);
    expect(resultsOf('He threw a basketball.', 'sister').join()).not.toMatch(/tennis|hockey/);
  });
});
