// Which names a watch looks at: those that the service takes, and pictures of other kinds, so that a pilot whose tool
// saves .webp is told why nothing leaves. All other files are none of ours.
import { extname } from 'node:path';
import type { PictureRules } from './growing-file.ts';

const otherPictures: ReadonlySet<string> = new Set(
  ['webp', 'bmp', 'gif', 'tif', 'tiff', 'heic', 'avif', 'jxr', 'jxl'].map((ending) => `.${ending}`),
);

/** @param name A name or a path. */
export const maybeReport = (name: string, pictures: PictureRules): boolean =>
  pictures.hasReportExtension(name) || otherPictures.has(extname(name).toLowerCase());
