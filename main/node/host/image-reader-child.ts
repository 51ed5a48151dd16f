// The process that looks at images: takes paths, and answers the question that it was started with for each.
import { routeIn } from '../../core/logbook/route-in-file.ts';
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

const answerTo = process.argv[2] === 'route' ? routeIn : hasTextIn;
process.on('message', (path: string) => void answerTo(path).then((answer) => process.send?.(answer)));
