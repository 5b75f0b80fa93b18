import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { metaQuery } from '@/api/meta';
import { setPreference, usePreferences } from '@/app/preferences';
import { ClockContext } from '@/components/clock';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { settingsCopy } from '@/copy/settings';
import { formatAbsolute } from '@/lib/time';
import { LabelledChoice } from './labelled-choice';

const themes = (['light', 'dark', 'system'] as const).map((value) => ({
  value,
  label: settingsCopy.themes[value],
}));

const densities = (['comfortable', 'compact'] as const).map((value) => ({
  value,
  label: settingsCopy.densities[value],
}));

const motions = (['system', 'reduced'] as const).map((value) => ({
  value,
  label: settingsCopy.motions[value],
}));

/** How the dashboard looks. */
export function DisplayCard(): ReactElement {
  const { theme, isUtc, density, motion } = usePreferences();
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  const { now } = use(ClockContext);
  return (
    <Card title={settingsCopy.display}>
      <div className="flex flex-col gap-5">
        <Select
          className="max-w-60"
          label={settingsCopy.theme}
          value={theme ?? meta?.theme ?? 'system'}
          options={themes}
          onChange={(value) => {
            setPreference('theme', value);
          }}
        />
        <Switch
          label={settingsCopy.utc}
          description={`${settingsCopy.utcNow} ${formatAbsolute(now, isUtc ? 'utc' : 'local')}`}
          checked={isUtc}
          onChange={(checked) => {
            setPreference('isUtc', checked);
          }}
        />
        <LabelledChoice label={settingsCopy.density}>
          <Segmented
            label={settingsCopy.density}
            value={density}
            options={densities}
            onChange={(value) => {
              setPreference('density', value);
            }}
          />
        </LabelledChoice>
        <LabelledChoice label={settingsCopy.motion}>
          <Segmented
            label={settingsCopy.motion}
            value={motion}
            options={motions}
            onChange={(value) => {
              setPreference('motion', value);
            }}
          />
        </LabelledChoice>
      </div>
    </Card>
  );
}
