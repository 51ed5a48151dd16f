import { hash } from 'node:crypto';

/** A number in [0, 1), always the same for a text. */
export const drawFor = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32;
