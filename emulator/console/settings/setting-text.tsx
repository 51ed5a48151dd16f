// A text setting: applied with Enter or on blur, reverted with Escape.
import { useState } from 'react';

export function SettingText({
  label,
  text,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => Promise<boolean>;
}) {
  const [draft, setDraft] = useState(text);
  const [isWrong, setWrong] = useState(false);
  const take = async () => {
    const wanted = draft.trim();
    if (wanted === text) return setWrong(false);
    setWrong(!(await onChange(wanted)));
  };
  return (
    <input
      className="short"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void take()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void take();
        if (event.key !== 'Escape') return;
        setDraft(text);
        setWrong(false);
      }}
    />
  );
}
