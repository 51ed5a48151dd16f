// Shown before the first request, with a command to send one.
import { CommandLine } from '../elements/command-line.tsx';
import { Empty } from '../elements/empty.tsx';
import { TokenMaker } from '../people/token-maker.tsx';
import { useConsole } from '../store/use-console.ts';
import { words } from '../words/words.ts';

export function NoRequests() {
  const { address } = useConsole();
  return (
    <Empty title={words.requests.none}>
      <p>{words.requests.tryThis}</p>
      <CommandLine text={`curl -i ${address}/api/v1/flights`} />
      <p>{words.requests.tryAsPilot}</p>
      <TokenMaker />
    </Empty>
  );
}
