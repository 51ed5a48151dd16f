// The active catalogue of texts.
export { en as messages } from './en.ts';
