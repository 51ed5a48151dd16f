// Shown before the first request, with a command to send one.
import { CommandLine } from '../elements/command-line.tsx';
import { Empty } from '../elements/empty.tsx';
import { TokenMaker } from '../people/token-maker.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function NoRequests() {
  const { address } = useConsole();
  return (
    <Empty title={messages.requests.none}>
      <p>{messages.requests.tryThis}</p>
      <CommandLine text={`curl -i ${address}/api/v1/flights`} />
      <p>{messages.requests.tryAsPilot}</p>
      <TokenMaker />
    </Empty>
  );
}
