// Subject and peer take turns within one run, A B B A A B B A …, so that a slow period of the machine affects both. The
// ratio is calculated for each pair and described as a distribution.

import { spreadOf } from './statistics.ts';
import type { Spread } from './statistics.ts';

/** One round's figure, such as requests a second. */
export type Measure = () => Promise<number>;

export type Comparison = {
  subject: Spread;
  peer: Spread;
  /** Subject over peer, pair by pair. */
  ratio: Spread;
};

/** @param pairs how often each of the two is measured */
export async function compareAlternately(subject: Measure, peer: Measure, pairs: number): Promise<Comparison> {
  const figures = { subject: [] as number[], peer: [] as number[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? (['subject', 'peer'] as const) : (['peer', 'subject'] as const);
    for (const which of order) figures[which].push(await (which === 'subject' ? subject : peer)());
  }
  return {
    subject: spreadOf(figures.subject),
    peer: spreadOf(figures.peer),
    ratio: spreadOf(figures.subject.map((figure, index) => figure / figures.peer[index]!)),
  };
}

export async function measureOften(measure: Measure, times: number): Promise<Spread> {
  const figures: number[] = [];
  for (let time = 0; time < times; time += 1) figures.push(await measure());
  return spreadOf(figures);
}
