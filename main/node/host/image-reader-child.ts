// The process that looks at images. It ends with the one that started it.
import { runImageReader } from './image-reader-thread.ts';

runImageReader(import.meta.url, {
  onImage: (look) => void process.on('message', look).on('disconnect', () => process.exit()),
  answer: (answer) => process.send?.(answer),
});
