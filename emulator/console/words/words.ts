// The catalogue in use. Another language is another object of type Words, chosen here.
import { en } from './en.ts';

export type Words = typeof en;
export const words: Words = en;
