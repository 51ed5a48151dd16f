// A companion in its own process, driven by its parent: node companion-process.ts DATA-DIR ADDRESS
import { ok } from '../../main/contract/failure.ts';
import { openCompanion } from '../../main/node/host/open-companion.ts';

export type Asked =
  | { readonly id: number; readonly do: 'handle'; readonly name: string; readonly input: unknown }
  | { readonly id: number; readonly do: 'take'; readonly paths: readonly string[] }
  | { readonly id: number; readonly do: 'is-leader' }
  | { readonly id: number; readonly do: 'stop' };

const [dataDir, address] = process.argv.slice(2) as [string, string];
const opened = await openCompanion({
  dataDir,
  profile: { kind: 'emulator', address },
  keepIn: 'open-vault',
  browser: () => ({
    async open(page) {
      await (await fetch(page)).text();
      return ok(null);
    },
  }),
});
if (!opened.ok) {
  process.send?.({ rejected: opened.failure });
  process.disconnect?.();
} else {
  const { companion, close } = opened.value;
  const answerOf = async (asked: Asked): Promise<unknown> => {
    switch (asked.do) {
      case 'handle':
        return companion.handle(asked.name, asked.input);
      case 'take': {
        const files = asked.paths.map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
        return companion.addFiles(files, { kind: 'command-line' });
      }
      case 'is-leader':
        return companion.isLeader;
      case 'stop':
        return close();
    }
  };
  process.on('message', (asked: Asked) => {
    void answerOf(asked).then((answer) => {
      process.send?.({ id: asked.id, answer });
      if (asked.do === 'stop') process.disconnect?.();
    });
  });
  process.send?.({ ready: true });
}
