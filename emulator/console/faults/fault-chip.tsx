import type { FaultView } from '../../api-types.ts';
import { Icon } from '../elements/icon.tsx';
import { plainList } from '../format/number.ts';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { countLabel, effectLabel, matchLabel } from './fault-labels.ts';

export function FaultChip({ fault }: { readonly fault: FaultView }) {
  const store = useConsole();
  const effect = effectLabel(fault.effect);
  const match = matchLabel(fault.match);
  const more = [
    ...(fault.skip > fault.seen ? [messages.faults.skips(fault.skip - fault.seen)] : []),
    ...(fault.probability < 1 ? [messages.faults.probability(fault.probability)] : []),
  ];
  return (
    <li className="chip">
      <b>{effect}</b>
      <span title={match}>{match}</span>
      <span className="chip-count dim">{plainList([countLabel(fault), ...more])}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={messages.faults.remove(effect, match)}
        onClick={() =>
          void store.act(() => store.calls.faults.remove(fault.id)).then(() => store.parts.faults.refresh())
        }
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
