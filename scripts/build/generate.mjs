// Writes what is made from the code and is not in git: the types of the messages, the reference pages, the OpenAPI
// descriptions and the schema of scenarios. Each only if its sources have changed.
//   node scripts/build/generate.mjs   the same, alone
import { pathToFileURL } from 'node:url';
import { runChild } from '../child.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';
import { whenChanged } from './content-stamp.mjs';
import { ensurePackages } from './packages.mjs';

/** Each script writes its `outputs`. The order matters: the pages import the messages. */
const steps = [
  {
    script: 'scripts/build/messages.mjs',
    sources: ['main/messages', 'scripts/build/messages.mjs'],
    outputs: ['main/messages/message-params.ts'],
  },
  {
    script: 'emulator/contract/pages/write-docs.ts',
    sources: ['emulator'],
    outputs: [
      'docs/emulator/reference.md',
      'docs/emulator/openapi-strict.json',
      'docs/emulator/openapi-extended.json',
      'docs/emulator/openapi-control.json',
      'emulator/scenarios/scenario.schema.json',
    ],
  },
  {
    script: 'main/node/cli/write-reference.ts',
    sources: ['main/contract', 'main/messages', 'main/node/cli'],
    outputs: ['docs/pilots/commands.md'],
  },
];

/** From the project root, as .gitignore has them. */
export const generatedFiles = steps.flatMap(({ outputs }) => outputs);

export async function generate() {
  for (const { script, sources, outputs } of steps) {
    await whenChanged({ name: script, sources, outputs }, async () => {
      const { code, output } = await runChild(projectNode(), [...nodeFlags, inRoot(script)], {
        cwd: root,
        stdio: ['ignore', 'pipe', 2],
      });
      if (code !== 0)
        throw new PlainStop(`${script} failed:\n${output}`, `To run it alone: node scripts/run.mjs ${script}`);
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    await ensurePackages(console.error);
    await generate();
    return 0;
  });
}
