import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A path inside the repository, absolute.
 * @param {...string} parts
 */
export const inRoot = (...parts) => join(root, ...parts);
