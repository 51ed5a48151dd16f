// @parcel/watcher alone. It always watches recursively; there are no folders below.

import { subscribe } from '@parcel/watcher';
import { given, isReady } from '../harness/serving.ts';

const { folder } = given() as { folder: string };
await subscribe(folder, () => {});
isReady(null);
