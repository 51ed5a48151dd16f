// The active catalogue of texts.
import { en } from './en.ts';

export type Messages = typeof en;
export const messages: Messages = en;
