import type { ComponentChildren } from 'preact';

export interface Option {
  value: string;
  label: string;
  hint?: string;
  picture?: ComponentChildren;
}

interface ChoiceProps {
  /** Names the group in the document. */
  name: string;
  legend: string;
  hint?: string;
  options: readonly Option[];
  isChosen: (value: string) => boolean;
  choose: (value: string, isChosen: boolean) => void;
  /** Allows several choices. */
  isMultiple?: boolean;
  class?: string;
  /** In the middle of the options of a compass. */
  middle?: ComponentChildren;
}

/** Options as tiles to tap, which are a group of radio buttons or checkboxes. */
export function Choice(props: ChoiceProps) {
  const { name, legend, hint, options, isChosen, choose, isMultiple = false, middle } = props;
  const half = middle ? options.length / 2 : options.length;
  const tile = ({ value, label, hint: more, picture }: Option) => (
    <label class="tile" key={value}>
      <input
        type={isMultiple ? 'checkbox' : 'radio'}
        name={isMultiple ? value : name}
        value={value}
        checked={isChosen(value)}
        onChange={({ currentTarget }) => choose(value, currentTarget.checked)}
      />
      {picture}
      <span>
        {label}
        {more && (
          <>
            <br />
            <span class="soft small">{more}</span>
          </>
        )}
      </span>
    </label>
  );
  return (
    <fieldset {...(hint && { 'aria-describedby': `${name}-hint` })}>
      <legend>{legend}</legend>
      {hint && (
        <p class="soft small" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <div class={`tiles ${props.class ?? ''}`}>
        {options.slice(0, half).map(tile)}
        {middle}
        {options.slice(half).map(tile)}
      </div>
    </fieldset>
  );
}
