import { Search } from 'lucide-react';
import { type ReactElement, type Ref, useId } from 'react';
import { TextField } from '@/components/ui/text-field';

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Whoever typed has gone on to something else. */
  readonly onBlur: () => void;
  /** What the last word may become. */
  readonly suggestions: readonly string[];
}

/** A query in words, of which the last one is completed. */
export function SearchField(props: SearchFieldProps): ReactElement {
  const { ref, label, placeholder, text, onType, onBlur, suggestions } = props;
  const id = useId();
  const begun = text.slice(0, text.length - (/\S*$/.exec(text)?.[0].length ?? 0));
  return (
    <>
      <TextField
        ref={ref}
        type="search"
        label={label}
        hideLabel
        className="min-w-48 flex-1"
        leading={<Search aria-hidden size={16} />}
        placeholder={placeholder}
        list={id}
        value={text}
        onChange={(event) => {
          onType(event.currentTarget.value);
        }}
        onBlur={onBlur}
      />
      <datalist id={id}>
        {suggestions.map((term) => (
          <option key={term} value={`${begun}${term}`} />
        ))}
      </datalist>
    </>
  );
}
