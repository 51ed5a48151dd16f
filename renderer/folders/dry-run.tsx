// What would be sent from a folder if the companion looked now, and what not, and why. Nothing is taken by looking.
import { useId, useState } from 'react';
import type { DryRun, DryRunOutcome } from '../../main/contract/dry-run.ts';
import { size } from '../format/bytes.ts';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { text } from '../text.ts';

const w = words.folders.dryRun;
const SHOWN = 200;
/** What would go comes first. */
const order: readonly DryRunOutcome[] = ['send', 'ask', 'hold', 'wait', 'known', 'leave'];

type Props = {
  readonly path: string;
  /** As if these were the folder's patterns; null: its own, or every picture. */
  readonly names: readonly string[] | null;
  /** As if the folder asked before it sends, or did not; null: as it does. */
  readonly approval: boolean | null;
  /** With the pictures that are there already, or without; asked here where it is not given. */
  readonly existing?: boolean;
};
type Looked = DryRun | 'looking' | { readonly error: string } | null;

export function DryRun({ path, names, approval, existing: given }: Props) {
  const store = useStore();
  const id = useId();
  const [existing, setExisting] = useState(given ?? true);
  const [looked, setLooked] = useState<Looked>(null);

  async function look(withExisting: boolean) {
    setLooked('looking');
    const result = await store.ask('folders.dryRun', {
      path: path.trim(),
      existing: withExisting,
      names: names === null ? null : [...names],
      approval,
      limit: SHOWN,
    });
    setLooked(result.ok ? result.value : { error: text(result.failure.message) });
    if (result.ok) store.say(countsWords(result.value));
  }

  return (
    <section className="dry-run" aria-labelledby={`${id}-title`}>
      <div className="dry-run-head">
        <button
          type="button"
          id={`${id}-title`}
          className="button"
          aria-disabled={looked === 'looking'}
          onClick={() => looked !== 'looking' && void look(existing)}
        >
          {looked === null ? w.look : w.lookAgain}
        </button>
        {given === undefined && (
          <label className="check small">
            <input
              type="checkbox"
              checked={existing}
              onChange={(event) => {
                setExisting(event.target.checked);
                if (looked !== null) void look(event.target.checked);
              }}
            />
            {w.existing}
          </label>
        )}
      </div>
      {looked === 'looking' && <p className="dim small">{w.looking}</p>}
      {looked !== null && looked !== 'looking' && 'error' in looked && (
        <p className="amiss small" role="alert">
          {looked.error}
        </p>
      )}
      {looked !== null && looked !== 'looking' && 'files' in looked && <Files dryRun={looked} />}
    </section>
  );
}

const countsWords = ({ counts }: DryRun) => {
  const parts = order.filter((outcome) => counts[outcome] > 0).map((outcome) => w.counted[outcome](counts[outcome]));
  return parts.length === 0 ? w.nothing : `${parts.join(', ')}. ${w.nothingTaken}`;
};

function Files({ dryRun }: { readonly dryRun: DryRun }) {
  const files = dryRun.files.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const all = Object.values(dryRun.counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <p className="small">{countsWords(dryRun)}</p>
      {files.length > 0 && (
        // It scrolls: so the keyboard has to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="dry-run-files small" tabIndex={0} aria-label={w.list}>
          {files.map((file) => (
            <li key={file.path} className={`outcome-${file.outcome}`}>
              <b className="outcome">{w.outcomes[file.outcome]}</b>
              <span className="breakable" dir="auto">
                {file.name}
              </span>
              <span className="dim time">{file.bytes === null ? '' : size(file.bytes)}</span>
              {file.outcome !== 'send' && <span className="dim why">{text(file.message)}</span>}
            </li>
          ))}
        </ul>
      )}
      {all > files.length && <p className="dim small">{words.andMore(all - files.length)}</p>}
    </>
  );
}
