import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

const icons = { neutral: 'info', good: 'tick', warn: 'warning', bad: 'warning' } as const;

interface NoteProps {
  kind?: keyof typeof icons;
  /** Read aloud at once, because it appeared after an action. */
  isAlert?: boolean;
  title: string;
  children?: ComponentChildren;
}

/** A notice beside the text of a page. */
export function Note({ kind = 'neutral', isAlert = false, title, children }: NoteProps) {
  return (
    <div class={`note ${kind}`} role={isAlert ? 'alert' : undefined}>
      <Icon name={icons[kind]} />
      <b>{title}</b>
      {children}
    </div>
  );
}
