// @parcel/watcher alone. It knows no flat folders; here there is nothing below.

import { subscribe } from '@parcel/watcher';
import { given, isReady } from '../harness/serving.ts';

const { folder } = given() as { folder: string };
await subscribe(folder, () => {});
isReady(null);
