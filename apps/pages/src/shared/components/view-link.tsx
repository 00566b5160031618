import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { viewHref } from '../view.ts';

/** Goes to a view of the page. */
export const GoToView = createContext<(view: string | null) => void>(() => {});

interface ViewLinkProps<View extends string> {
  view: View | null;
  class?: string;
  /** Called before. */
  onGo?: () => void;
  children: ComponentChildren;
}

/** A link to another view, which opens without loading the page again. */
export function ViewLink<View extends string>({ view, class: name, onGo, children }: ViewLinkProps<View>) {
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
