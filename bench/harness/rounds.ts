// Measures repeatedly and describes the figures as a distribution. Nothing is averaged: one slow round on a shared
// machine would move an average. Subject and peer take turns within one run, A B B A A B B A …, so that a slow period of
// the machine affects both; the ratio is calculated for each pair.

import { quantileSorted } from 'd3-array';

/** One round's figure, such as requests a second. */
export type Measure = () => Promise<number>;

/** Of values in any unit. */
export type Spread = {
  count: number;
  least: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  most: number;
};

/** Throws for an empty list. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('There are no values to describe.');
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number) => quantileSorted(sorted, share)!;
  return {
    count: sorted.length,
    least: at(0),
    lowerQuartile: at(0.25),
    median: at(0.5),
    upperQuartile: at(0.75),
    most: at(1),
  };
}

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

/** Milliseconds of the processor that some work takes: other programs do not count. */
export async function processorMs(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

export async function measureOften(measure: Measure, times: number): Promise<Spread> {
  const figures: number[] = [];
  for (let time = 0; time < times; time += 1) figures.push(await measure());
  return spreadOf(figures);
}
