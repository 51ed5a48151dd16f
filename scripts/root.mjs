import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns an absolute path in the repository.
 * @param {...string} parts
 */
export const inRoot = (...parts) => join(root, ...parts);
