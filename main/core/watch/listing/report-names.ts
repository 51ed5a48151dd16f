// Which names a watcher examines: those that the service accepts, and images of other formats, so that a pilot whose
// tool saves .webp gets a message. Other files and hidden ones are ignored: macOS writes a screenshot under a name with
// a leading dot first, and `._shot.png` is a companion file.
import { basename, extname } from 'node:path';
import type { ImageRules } from './growing-file.ts';

const otherImages: ReadonlySet<string> = new Set(
  ['webp', 'bmp', 'gif', 'tif', 'tiff', 'heic', 'avif', 'jxr', 'jxl'].map((ending) => `.${ending}`),
);

/** @param name A name or a path. */
export const maybeReport = (name: string, imageRules: ImageRules): boolean =>
  !basename(name).startsWith('.') &&
  (imageRules.hasReportExtension(name) || otherImages.has(extname(name).toLowerCase()));
