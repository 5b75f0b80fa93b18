import { type ReactElement } from 'react';
import { setPreference, usePreferences } from '@/app/preferences';
import { Card } from '@/components/ui/card';
import { MultiCombobox } from '@/components/ui/multi-combobox';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { settingsCopy } from '@/copy/settings';
import { snippetLanguages } from '@/lib/snippets';
import { StaleAfter } from './stale-after';
import { useNamespaceOptions } from './namespace-options';

/** How the dashboard works. */
export function WorkCard(): ReactElement {
  const { hasSingleKeys, guardedNamespaces, snippetLanguage } = usePreferences();
  return (
    <Card title={settingsCopy.work}>
      <div className="flex flex-col gap-5">
        <Switch
          label={settingsCopy.singleKeys}
          description={settingsCopy.singleKeysHint}
          checked={hasSingleKeys}
          onChange={(checked) => {
            setPreference('hasSingleKeys', checked);
          }}
        />
        <MultiCombobox
          label={settingsCopy.guarded}
          description={settingsCopy.guardedHint}
          placeholder={settingsCopy.guardedPlaceholder}
          values={guardedNamespaces}
          options={useNamespaceOptions()}
          onChange={(values) => {
            setPreference('guardedNamespaces', values);
          }}
        />
        <StaleAfter />
        <Select
          className="max-w-60"
          label={settingsCopy.snippets}
          value={snippetLanguages.find(({ language }) => language === snippetLanguage)?.language}
          options={snippetLanguages.map(({ language, label }) => ({ value: language, label }))}
          onChange={(language) => {
            setPreference('snippetLanguage', language);
          }}
        />
      </div>
    </Card>
  );
}
