interface StepsProps {
  done: number;
  of: number;
}

/** How many steps are done. The text above says the same. */
export function Steps({ done, of }: StepsProps) {
  return (
    <ol class="steps" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <li key={index} class={index < done ? 'done' : ''} />
      ))}
    </ol>
  );
}
