// The process that looks at images: takes paths, and answers whether there are lines of text.
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

process.on('message', (path: string) => void hasTextIn(path).then((answer) => process.send?.(answer)));
