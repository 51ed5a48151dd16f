// The rules of one folder, to be changed: which names, whether to ask first, and what becomes of a file that was sent.
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { FolderState } from '../../main/contract/state.ts';
import { Choices } from '../elements/choices.tsx';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { DryRun } from './dry-run.tsx';
import { draftOf, patternsOf, rulesOf } from './rules-draft.ts';
import type { RulesDraft } from './rules-draft.ts';
import { text } from '../text.ts';

const w = words.folders.rules;

type Props = { readonly folder: FolderState; readonly canTrash: boolean; readonly onClose: () => void };

export function FolderRules({ folder, canTrash, onClose }: Props) {
  const store = useStore();
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(folder.rules));
  const [error, setError] = useState<string | null>(null);
  const change = (part: Partial<RulesDraft>) => {
    setDraft((known) => ({ ...known, ...part }));
    setError(null);
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    const result = await store.ask('folders.setRules', { id: folder.id, rules: rulesOf(draft) });
    if (!result.ok) return setError(text(result.failure.message));
    store.tell(w.saved(folder.name));
    onClose();
  }

  return (
    <form className="rules" onSubmit={(event) => void save(event)} aria-label={w.of(folder.name)} noValidate>
      <div className="field">
        <label htmlFor={`${id}-names`}>{w.names}</label>
        <textarea
          id={`${id}-names`}
          className="mono"
          rows={Math.min(8, Math.max(2, draft.names.split('\n').length))}
          value={draft.names}
          aria-describedby={`${id}-hint`}
          spellCheck={false}
          onChange={(event) => change({ names: event.target.value })}
        />
        <small id={`${id}-hint`} className="dim">
          {w.namesHint}
        </small>
      </div>
      <Choices
        question={w.ask}
        value={draft.approval ? 'ask' : 'send'}
        onChange={(value) => change({ approval: value === 'ask' })}
        choices={[
          { value: 'send', label: w.askNot },
          { value: 'ask', label: w.askFirst, hint: w.askHint },
        ]}
      />
      <Choices
        question={w.after}
        value={draft.after}
        onChange={(after) => change({ after })}
        choices={[
          { value: 'leave', label: w.leave },
          {
            value: 'move',
            label: w.move,
            more: (
              <Field
                label={w.moveTo}
                hint={w.moveHint}
                className="mono"
                value={draft.moveTo}
                maxLength={4096}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change({ moveTo: event.target.value })}
              />
            ),
          },
          { value: 'trash', label: w.bin, hint: canTrash ? w.binHint : w.noBin, isDisabled: !canTrash },
        ]}
      />
      {draft.after !== 'leave' && <p className="dim small">{w.onlyTheSent}</p>}
      {error !== null && (
        <p className="amiss small" role="alert">
          {error}
        </p>
      )}
      <DryRun path={folder.path} names={patternsOf(draft.names)} approval={draft.approval} />
      <span className="actions">
        <button type="submit" className="button main-button">
          {w.save}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {words.cancel}
        </button>
      </span>
    </form>
  );
}
