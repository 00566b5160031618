import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts/reader.ts';
import { sharedTexts } from '../texts/shared-texts.ts';

interface ButtonProps {
  kind?: 'main' | 'plain' | 'bad';
  /** While the request is sent, the button stays in the order of keys, but does nothing. */
  isSending?: boolean;
  onClick?: () => void;
  children: ComponentChildren;
}

/** A button that sends: its form without `onClick`. */
export function Button({ kind = 'plain', isSending = false, onClick, children }: ButtonProps) {
  const texts = useTexts(sharedTexts);
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      class={kind === 'plain' ? 'btn' : `btn ${kind}`}
      aria-disabled={isSending}
      onClick={(event) => {
        if (isSending) event.preventDefault();
        else onClick?.();
      }}
    >
      {isSending ? texts.sending : children}
    </button>
  );
}
