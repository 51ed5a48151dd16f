// undici, loaded with the first request: it takes longer to load than most commands of the command line take, and they
// make none.
import type * as undici from 'undici';

let loading: Promise<typeof undici> | null = null;

/** Resolves with undici. */
export const loadUndici = (): Promise<typeof undici> => (loading ??= import('undici'));
