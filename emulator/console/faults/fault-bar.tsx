// Adds a fault with one click, and shows the active ones.
import { useState } from 'react';
import { Button, IconButton } from '../elements/button.tsx';
import { CallButton } from '../elements/call-form.tsx';
import type { FaultView } from '../../api-types.ts';
import { usePart, useStore } from '../store/use-store.ts';
import { messages } from '../messages/messages.ts';
import type { Preset, Target } from './fault-labels.ts';
import { countLabel, effectLabel, isSpent, matchLabel, presetFault, presets, targets } from './fault-labels.ts';
import { plainList } from '../format/format.ts';
import './faults.css';

const matchMembers = ['method', 'path', 'grantType', 'clientId', 'pilot'].map((name) => `match.${name}`);
const formMembers = ['effect', ...matchMembers, 'times', 'skip', 'probability'];

/** What the form begins with, for each effect. */
const freshFault = {
  'effect.type': 'status',
  'effect.status': '503',
  'effect.body': '{"detail":"service_unavailable"}',
  'effect.ms': '3s',
  'effect.afterBytes': '20B',
  'effect.bytesPerSecond': '50B',
  times: '1',
};

export function FaultBar() {
  const store = useStore();
  const faults = usePart('faults')?.items ?? [];
  const [target, setTarget] = useState<Target>('any');
  const active = faults.filter((fault) => !isSpent(fault));
  const spent = faults.length - active.length;

  return (
    <section className="fault-bar" aria-label={messages.faults.label}>
      <div className="fault-setter">
        <label className="fault-target">
          <span>{messages.faults.next}</span>
          <select value={target} onChange={(event) => setTarget(event.target.value as Target)}>
            {(Object.keys(targets) as Target[]).map((one) => (
              <option key={one} value={one}>
                {messages.faults.targets[one]}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="fault-presets" aria-label={messages.faults.presetsLabel}>
          {(Object.keys(presets) as Preset[]).map((preset) => (
            <Button
              key={preset}
              look="small"
              title={messages.faults.presetHelp[preset]}
              onClick={() => store.act('faults.add', presetFault(preset, target))}
            >
              {messages.faults.presets[preset]}
            </Button>
          ))}
          <CallButton
            call="faults.add"
            title={messages.faults.other}
            look="small"
            isWide
            members={formMembers}
            first={freshFault}
          />
        </fieldset>
      </div>
      {faults.length === 0 ? null : (
        <ul className="fault-chips" aria-label={messages.faults.set}>
          {active.map((fault) => (
            <FaultChip key={fault.id} fault={fault} />
          ))}
          <li className="fault-clear">
            {spent === 0 ? null : <span className="dim small">{messages.faults.spent(spent)}</span>}
            <Button look="link" onClick={() => store.act('faults.clear')}>
              {messages.faults.clear}
            </Button>
          </li>
        </ul>
      )}
    </section>
  );
}

function FaultChip({ fault }: { readonly fault: FaultView }) {
  const store = useStore();
  const effect = effectLabel(fault.effect);
  const match = matchLabel(fault.match);
  const more = [
    ...(fault.skip > fault.seen ? [messages.faults.skips(fault.skip - fault.seen)] : []),
    ...(fault.probability < 1 ? [messages.faults.probability(fault.probability)] : []),
  ];
  return (
    <li className="chip">
      <b translate="no">{effect}</b>
      <span translate="no">{match}</span>
      <span className="chip-count dim">{plainList([countLabel(fault), ...more])}</span>
      <IconButton
        icon="close"
        label={messages.faults.remove(effect, match)}
        onClick={() => store.act('faults.remove', { id: fault.id })}
      />
    </li>
  );
}
