// chokidar alone, watching one flat folder for new files.

import { watch } from 'chokidar';
import { given, isReady } from '../harness/serving.ts';

const { folder } = given() as { folder: string };
watch(folder, { depth: 0, ignoreInitial: true })
  .on('all', () => {})
  .on('ready', () => isReady(null));
