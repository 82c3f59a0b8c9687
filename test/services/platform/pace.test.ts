// Tests how many attempts may go to a receiver at once, by its answers.

import { describe, expect, test } from 'vitest';
import { Pace, type PaceOptions, type Place } from '../../../services/platform/outbox/pace.ts';

const QUICK = 10;

/** Plays rounds of attempts, as many at once as may be. */
class Play {
  readonly pace: Pace;
  now = 0;

  constructor(options?: PaceOptions) {
    this.pace = new Pace(options);
  }

  share(target: string): number {
    return this.pace.shares([target], this.now)[0]?.most ?? 0;
  }

  begin(target: string, count = this.share(target)): Place[] {
    this.pace.fill(target, true);
    return Array.from({ length: count }, () => this.pace.begin(target, this.now));
  }

  end(places: readonly Place[], isGood = true): void {
    for (const place of places) {
      this.pace.learn(place, isGood, this.now);
      this.pace.end(place);
    }
  }

  /** A round in which each attempt takes so long. */
  round(target: string, milliseconds: number, isGood = true): number {
    const places = this.begin(target);
    this.now += milliseconds;
    this.end(places, isGood);
    return places.length;
  }
}

describe('a receiver', () => {
  test('gets 4 attempts at once at first, and twice as many after each round of quick good answers, up to 64', () => {
    const play = new Play();
    expect(Array.from({ length: 6 }, () => play.round('a', QUICK))).toEqual([4, 8, 16, 32, 64, 64]);
    expect(play.share('b')).toBe(4);
  });

  test('for which little waits is not allowed more', () => {
    const play = new Play();
    for (let round = 0; round < 10; round++) {
      const places = play.begin('a', 1);
      play.pace.fill('a', false);
      play.now += QUICK;
      play.end(places);
    }
    expect(play.share('a')).toBe(4);
  });

  test('gets half as many after a round with slow answers, down to one, and then more slowly more', () => {
    const play = new Play();
    for (let round = 0; round < 5; round++) play.round('a', QUICK);
    expect(Array.from({ length: 8 }, () => play.round('a', 3_000))).toEqual([64, 32, 16, 8, 4, 2, 1, 1]);
    expect(Array.from({ length: 5 }, () => play.round('a', QUICK))).toEqual([1, 2, 2, 3, 4]);
  });

  test('that refuses at once gets half as many, but never fewer than at first', () => {
    const play = new Play();
    for (let round = 0; round < 5; round++) play.round('a', QUICK);
    expect(Array.from({ length: 6 }, () => play.round('a', QUICK, false))).toEqual([64, 32, 16, 8, 4, 4]);
  });

  test('gets as many as before after answers that are neither quick nor slow', () => {
    const play = new Play();
    expect(Array.from({ length: 3 }, () => play.round('a', 1_500))).toEqual([4, 4, 4]);
  });
});

describe('receivers that hang', () => {
  test('take no place from others once they owe an answer for two seconds', () => {
    const play = new Play({ most: 8, mostSlow: 4 });
    play.begin('one');
    play.begin('two');
    expect(play.share('quick')).toBe(0);
    play.now += 2_000;
    expect(play.share('quick')).toBe(4);
    // The slow ones have places of their own, which they have filled.
    expect(play.share('one')).toBe(0);
  });

  test('are slow until they answer quickly', () => {
    const play = new Play({ most: 8, mostSlow: 3 });
    const places = play.begin('one');
    play.now += 20_000;
    play.end(places, false);
    expect(play.share('one')).toBe(2);
    const [first, second] = play.begin('one');
    play.now += QUICK;
    play.end([first, second].flatMap((place) => place ?? []));
    const many = play.pace.shares(['one', 'two', 'three'], play.now);
    expect(many.reduce((sum, { most }) => sum + most, 0)).toBe(8);
  });
});

test('a receiver that bears much keeps none of the others waiting', () => {
  const play = new Play({ most: 16 });
  for (let round = 0; round < 3; round++) play.round('a', QUICK);
  const [first, ...others] = play.begin('a');
  expect(others).toHaveLength(15);
  play.now += QUICK;
  play.end(first === undefined ? [] : [first]);
  expect(play.pace.shares(['a', 'b'], play.now)).toEqual([{ target: 'b', most: 1 }]);
});

test('all receivers together get 256 attempts at once, those that are named first before the others', () => {
  const targets = Array.from({ length: 100 }, (_, index) => `${index}`);
  const shares = new Pace().shares(targets, 0);
  expect(shares.map(({ target, most }) => `${target}: ${most}`)).toEqual(targets.slice(0, 64).map((target) => `${target}: 4`));
});
