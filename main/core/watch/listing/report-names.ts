// Which names a watcher examines: those that the service accepts, and images of other extensions, so that a pilot whose
// tool saves .webp or .jfif gets a message. Other files and hidden ones are ignored: macOS writes a screenshot under a
// name with a leading dot first, and `._shot.png` is a companion file.
import { basename } from 'node:path';
import type { ImageRules } from './growing-file.ts';

/** @param name A name or a path. */
export const maybeReport = (name: string, imageRules: Pick<ImageRules, 'hasImageExtension'>): boolean =>
  !basename(name).startsWith('.') && imageRules.hasImageExtension(name);
