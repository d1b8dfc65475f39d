import { describe, expect, it } from 'vitest';
import type { CategoryId } from '../../../src/errors/types.ts';
import { categoriesOf, highlighted, isBuilt, labelsOf, withoutLexicon } from './reader.ts';

type Case = readonly [first: string, second: string];

/** Pairs that have the category, and it alone. */
const POSITIVE: Record<string, readonly Case[]> = {
  negation: [
    ['The baker has sold the last loaf.', 'The baker has not sold the last loaf.'],
    ['Somebody in the choir knew the hymn.', 'Nobody in the choir knew the hymn.'],
    ['The ferry left with the mail.', 'The ferry left without the mail.'],
    ['The tailor agreed to shorten the coat.', "The tailor didn't agree to shorten the coat."],
    [
      'The heating switches on unless the window is closed.',
      'The heating switches on if the window is closed.',
    ],
    ['My cousin promised not to sing.', 'My cousin did not promise to sing.'],
  ],
  'word order': [
    ['The otter chased the swan.', 'The swan chased the otter.'],
    [
      'The nurse called the plumber before she fed the twins.',
      'The nurse fed the twins before she called the plumber.',
    ],
    ['Only the caretaker locked the gym.', 'The caretaker locked only the gym.'],
    ['A wooden village bus drove down the street.', 'A bus drove down the wooden village street.'],
    ['The train goes from Leeds to Derby.', 'The train goes from Derby to Leeds.'],
    [
      'The judge who wrote the letter met the clerk who read the book.',
      'The judge who read the book met the clerk who wrote the letter.',
    ],
  ],
  'semantic blending': [
    [
      'A banker owns the farm beyond the old quarry.',
      'A tailor who used to be a banker owns the farm beyond the old quarry.',
    ],
    ['Last summer she painted a lighthouse.', 'Last summer she painted a tent below the lighthouse.'],
    ['The dentist waved at us.', "The dentist's neighbour waved at us."],
  ],
  'attribute importance': [
    ['He bought a wooden ladder in the market.', 'He bought a rusty ladder in the market.'],
    ['The choir sang in the chapel on Sunday.', 'The choir sang solemnly in the chapel on Sunday.'],
    ['We hung the lamp over the oak table.', 'We hung the lamp over the table.'],
  ],
  antonym: [
    ['The soup in the canteen was hot.', 'The soup in the canteen was cold.'],
    ['Prices at the market rose in spring.', 'Prices at the market fell in spring.'],
    ['The cat climbed up the drainpipe.', 'The cat climbed down the drainpipe.'],
    ['The coach praised the victory at length.', 'The coach praised the defeat at length.'],
  ],
  'co-hyponym': [
    ['She plays the violin in a quartet.', 'She plays the cello in a quartet.'],
    ['The gardener planted a birch by the gate.', 'The gardener planted a maple by the gate.'],
    ['A woman is reading in the tram.', 'A man is reading in the tram.'],
    ['He fractured his collarbone in the race.', 'He fractured his shoulder blade in the race.'],
  ],
  number: [
    ['The ferry carried twelve horses.', 'The ferry carried 20 horses.'],
    ['The shop is closed on Tuesday.', 'The shop is closed on Friday.'],
    ['A goat stood in the lane.', 'Three goats stood in the lane.'],
    ['The course lasts a week.', 'The course lasts a month.'],
    ['The film starts at 7:15 in the hall.', 'The film starts at 9:45 in the hall.'],
    ['He finished the race in third place.', 'He finished the race in fifth place.'],
  ],
  entity: [
    ['The parcel was sent to Vienna by mistake.', 'The parcel was sent to Madrid by mistake.'],
    ['Ottoline Brack opened the fair.', 'Ottoline Frame opened the fair.'],
    ['We flew there with Lufthansa last spring.', 'We flew there with Iberia last spring.'],
    ['The widow sued her own lawyer twice.', 'The widow sued her own lawyer, Ottoline Brack, twice.'],
    ['Ferry hits the pier in thick fog', 'Ferry hits the pier in thick fog: Reuters'],
  ],
  'word sense': [
    ['The new mouse of my computer is broken.', 'The new rodent of my computer is broken.'],
    ['Put your weight on the right foot.', 'Put your weight on the right-hand foot.'],
    ['The clinic discharged the old sailor yesterday.', 'The clinic fired the old sailor yesterday.'],
  ],
};

/** Pairs that say the same, or differ in another way: the category in question must keep silent. */
const NEGATIVE: readonly (readonly [CategoryId, string, string])[] = [
  ['negation', 'The clerk failed to answer.', 'The clerk did not answer.'],
  ['negation', 'The shop sells no stamps.', 'The shop does not sell stamps.'],
  ['negation', 'A no-frills airline flies to Malta.', 'An airline flies to Malta.'],
  ['negation', 'He not only cooked but also washed up.', 'He cooked and also washed up.'],
  ['word order', 'The otter chased the swan.', 'The swan was chased by the otter.'],
  ['word order', 'On Monday the nurse called the plumber.', 'The nurse called the plumber on Monday.'],
  ['word order', 'Before the guests came, she hid the cake.', 'She hid the cake before the guests came.'],
  ['word order', 'A black and white cow stood there.', 'A white and black cow stood there.'],
  [
    'word order',
    'A green and red parrot is flying over the roof.',
    'A red and green parrot is flying above the roof.',
  ],
  ['word order', 'Green and red flew over the roof.', 'Red and green flew over the roof.'],
  [
    'word order',
    'The gallery said the two porters are very tired and the ladies had sung well.',
    'The ladies had sung well and the two porters are very tired, the gallery said.',
  ],
  [
    'word order',
    'Potters killed time in Ludlow castle garden',
    'Potters killed time in the garden in Ludlow castle',
  ],
  ['word order', 'The shop was closed, the clerk said.', 'The clerk said the shop was closed.'],
  ['semantic blending', 'He ate the pizza.', 'He ate a slice of the pizza.'],
  [
    'semantic blending',
    'A table stood in the hall near the stairs.',
    'A sofa and a table stood in the hall near the stairs.',
  ],
  ['semantic blending', 'A piper led the parade.', 'A piper and a drummer led the parade.'],
  ['attribute importance', 'Mr Blake has won.', 'William Blake has won.'],
  ['attribute importance', 'The shop shut on the bank holiday.', 'The shop shut on the public holiday.'],
  [
    'antonym',
    'The road climbs to the old mill.',
    'The road climbs to the new bridge on the moor near the cold lake.',
  ],
  ['antonym', 'A king waved from the balcony.', 'A queen waved from the balcony.'],
  ['co-hyponym', 'The vet treated a dog in the barn.', 'The vet treated an animal in the barn.'],
  ['co-hyponym', 'A plumber is peeling a turnip.', 'The plane lands at the airport in thick fog.'],
  ['co-hyponym', 'A car stopped at the bank.', 'An automobile stopped at the bank.'],
  ['number', 'The ferry carried twelve horses.', 'The ferry carried 12 horses.'],
  ['number', 'The course lasts a week.', 'The course lasts seven days.'],
  ['number', 'A dozen eggs broke.', '12 eggs broke.'],
  ['number', 'The team may win the cup.', 'The team might win the cup.'],
  ['entity', 'The U.S. sent a ship.', 'The US sent a ship.'],
  ['entity', 'The Kenyan team won the race.', "Kenya's team won the race."],
  ['entity', 'Mr Blake has won.', 'William Blake has won.'],
  ['entity', 'Troops of Gaddafi left the town.', 'Troops of Gadhafi left the town.'],
  ['entity', 'We wrote to the United Nations twice.', 'We wrote to the UN twice.'],
  ['entity', 'The widow sailed home after lunch.', 'The widow sailed home after lunch to Malta.'],
  ['entity', 'The Swiss ferry hit the pier.', 'The ferry hit the pier.'],
  [
    'entity',
    'The widow sued her lawyer.',
    'The widow, Ottoline Brack, left town on a mule after the harvest.',
  ],
  ['entity', 'The mayor Colin mended the old clock.', 'The mayor mended the old clock.'],
  ['entity', 'After lunch, Colin mended the old clock.', 'After lunch, somebody mended the old clock.'],
  ['entity', 'Painters met in the hall.', 'Sailors met in the hall.'],
  ['word sense', 'A boy is tuning the harp.', 'A man is tuning the harp.'],
  ['word sense', 'The carpenter picked up the plane.', 'The wood worker picked up the plane.'],
  ['word sense', 'The fish lost a scale.', 'The trout lost a scale.'],
  ['word sense', 'Two children walk in the woods.', 'Two kids walk in the woods.'],
];

describe.skipIf(!isBuilt)(`the rules of the categories${withoutLexicon}`, () => {
  for (const [category, pairs] of Object.entries(POSITIVE)) {
    it.each(pairs)(`${category}: %s | %s`, (first, second) => {
      expect(categoriesOf(first, second)).toEqual([category]);
    });
  }

  it.each(NEGATIVE)('no %s: %s | %s', (category, first, second) => {
    expect(categoriesOf(first, second)).not.toContain(category);
  });

  it('says which words it means, and why', () => {
    const pair = ['The ferry left with the mail.', 'The ferry left without the mail.'] as const;
    const [label] = labelsOf(...pair);
    expect(label!.rule).toBe('negation/cue');
    expect(label!.because).toBe('“without” denies “mail”, which the other sentence says without it.');
    expect(highlighted(label!, pair, 1)).toEqual(['without', 'mail']);
    expect(highlighted(label!, pair, 0)).toEqual(['with', 'mail']);
  });

  it('highlights every difference of a kind in one label', () => {
    const pair = [
      'She plays the violin and a trout swims.',
      'She plays the cello and a salmon swims.',
    ] as const;
    const [label] = labelsOf(...pair).filter(({ category }) => category === 'co-hyponym');
    expect(highlighted(label!, pair, 0)).toEqual(['violin', 'trout']);
    expect(highlighted(label!, pair, 1)).toEqual(['cello', 'salmon']);
  });

  it('gives a pair with several differences several labels', () => {
    const categories = categoriesOf('A woman sold two violins in Oslo.', 'A man sold nine violins in Lima.');
    expect(categories).toEqual(['co-hyponym', 'number', 'entity']);
  });

  it('gives an opposite in place of a modifier no second label', () => {
    expect(categoriesOf('He drank the cold tea.', 'He drank the hot tea.')).toEqual(['antonym']);
  });

  it('finds the names of a headline, where every word has a capital', () => {
    expect(
      categoriesOf('Storm Hits Norway After Long Drought', 'Storm Hits Sweden After Long Drought'),
    ).toEqual(['entity']);
  });
});
