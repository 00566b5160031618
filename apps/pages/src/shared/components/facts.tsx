import type { ComponentChildren } from 'preact';

/** A name and a value. A value that is null is left out. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** A table of names and values. */
export function Rows({ facts, class: extra = '' }: { facts: readonly Fact[]; class?: string }) {
  return (
    <dl class={`rows ${extra}`}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
