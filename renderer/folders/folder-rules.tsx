// The form for the rules of a folder: file names, approval, and what happens to a file after its upload.
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { FolderState } from '../../main/contract/state.ts';
import { Choices } from '../elements/choices.tsx';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';
import { DryRun } from './dry-run.tsx';
import { draftOf, patternsOf, rulesOf } from './rules-draft.ts';
import type { RulesDraft } from './rules-draft.ts';

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
    store.notify(t('window.rule.saved', { folder: folder.name }));
    onClose();
  }

  return (
    <form
      className="rules"
      onSubmit={(event) => void save(event)}
      aria-label={t('window.rule.of', { folder: folder.name })}
      noValidate
    >
      <div className="field">
        <label htmlFor={`${id}-names`}>{t('window.rule.names')}</label>
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
          {t('window.rule.namesHint')}
        </small>
      </div>
      <Choices
        question={t('window.rule.ask')}
        value={draft.approval ? 'ask' : 'send'}
        onChange={(value) => change({ approval: value === 'ask' })}
        choices={[
          { value: 'send', label: t('window.rule.askNever') },
          { value: 'ask', label: t('window.rule.askFirst'), hint: t('window.rule.askHint') },
        ]}
      />
      <Choices
        question={t('window.rule.after')}
        value={draft.after}
        onChange={(after) => change({ after })}
        choices={[
          { value: 'leave', label: t('window.rule.leave') },
          {
            value: 'move',
            label: t('window.rule.move'),
            more: (
              <Field
                label={t('window.rule.moveTo')}
                hint={t('window.rule.moveHint')}
                className="mono"
                value={draft.moveTo}
                maxLength={4096}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change({ moveTo: event.target.value })}
              />
            ),
          },
          {
            value: 'trash',
            label: t('window.rule.trash'),
            hint: canTrash ? t('window.rule.trashHint') : t('window.rule.noTrash'),
            isDisabled: !canTrash,
          },
        ]}
      />
      {draft.after !== 'leave' && <p className="dim small">{t('window.rule.onlyUploaded')}</p>}
      {error !== null && (
        <p className="invalid small" role="alert">
          {error}
        </p>
      )}
      <DryRun path={folder.path} names={patternsOf(draft.names)} approval={draft.approval} />
      <span className="actions">
        <button type="submit" className="button main-button">
          {t('window.rule.save')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('window.common.cancel')}
        </button>
      </span>
    </form>
  );
}
