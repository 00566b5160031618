import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { viewHref } from '../shared/view.ts';
import type { View } from './offer-view.ts';

/** Goes to a view of the offer. */
export const GoToView = createContext<(view: View | null) => void>(() => {});

interface ViewLinkProps {
  view: View | null;
  class?: string;
  /** Called before. */
  onGo?: () => void;
  children: ComponentChildren;
}

/** A link to another view, which opens without loading the page again. */
export function ViewLink({ view, class: name, onGo, children }: ViewLinkProps) {
  const go = useContext(GoToView);
  return (
    <a
      href={viewHref(view)}
      {...(name && { class: name })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onGo?.();
        go(view);
      }}
    >
      {children}
    </a>
  );
}
