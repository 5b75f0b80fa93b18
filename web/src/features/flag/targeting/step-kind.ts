import { type RolloutState, type RuleState } from '@pennon/state';
import { type ComponentType, type ReactNode } from 'react';
import { type FieldTexts, type StoredForm } from '@/changes/editing';
import { type Blockable } from '@/components/ui/blocked';
import { type FlagEdit } from '@/lib/flag-edits';
import { type Flag, type FlagContents, type Segment } from '@/lib/model';
import { type StepPlans } from '@/lib/plan';
import type * as z from '@/lib/zod';
import { type PlanLibrary } from './use-flag-plan';

/** One of several that stand in an order in a flag, of which the first that fits an entity decides. */
export interface Step {
  readonly id: string;
}

/** A rule or a rollout as it is saved. */
export type StepState = RuleState | RolloutState;

/** What the form of a step holds. */
export interface StepValues {
  /** Place of a new step, from 0; undefined for the last one, and for a step that has its place. */
  readonly index: number | undefined;
}

/** What the steps of a flag are shown with. */
export interface StepsScene<S extends Step> {
  readonly flag: Flag;
  /** By rank. */
  readonly steps: readonly S[];
  readonly segments: ReadonlyMap<string, Segment>;
}

/** A step in its scene. */
export interface StepProps<S extends Step> {
  readonly scene: StepsScene<S>;
  readonly step: S;
  /** Place of the step, from 0. */
  readonly index: number;
}

export interface StepSummaryProps<S extends Step, Draft> {
  readonly scene: StepsScene<S>;
  readonly index: number;
  /** The step as it is shown, with what was entered. */
  readonly draft: Draft;
}

/** What is wrong with the fields of a form, by field; empty when nothing is. */
export type Problems = Readonly<Record<string, string | undefined>>;

export interface StepFieldsProps<S extends Step, Values extends StepValues> extends Blockable {
  readonly scene: StepsScene<S>;
  /** Undefined for a new one. */
  readonly step: S | undefined;
  readonly form: StoredForm<Values>;
  readonly problems: Problems;
  /** False in a card, which leaves to the drawer what seldom changes. */
  readonly isWhole: boolean;
}

interface StepCopy<Name extends PropertyKey> {
  readonly title: string;
  readonly description: string;
  /** As in `Loading the rules…`. */
  readonly what: string;
  readonly new: string;
  readonly edit: string;
  readonly none: string;
  readonly noneText: string;
  readonly menu: (position: number) => string;
  readonly move: (position: number) => string;
  readonly created: string;
  readonly updated: string;
  readonly deleted: string;
  readonly deletionTitle: string;
  /** Said when a step was deleted meanwhile. */
  readonly gone: string;
  readonly labels: Readonly<Record<Name, string>>;
  /** Complete "You are not allowed to …". */
  readonly actions: Readonly<Record<'create' | 'update' | 'delete' | 'reorder', string>>;
}

/** All that rules and rollouts do differently in their editor. */
export interface StepKind<S extends Step & Draft, Draft extends StepState, Values extends StepValues> {
  /** In addresses, and in the names of drafts. */
  readonly name: 'rule' | 'rollout';
  /** The steps as a member of the contents of a flag. */
  readonly list: 'rules' | 'rollouts';
  readonly stepsOf: (contents: FlagContents) => readonly S[];
  readonly plansOf: (library: PlanLibrary) => StepPlans<Draft>;
  readonly copy: StepCopy<keyof Values>;

  /** Heading of a card. @param index From 0, as everywhere here. */
  readonly headingOf: (step: S, index: number) => ReactNode;
  /** Names the form of a card. */
  readonly labelOf: (step: S, index: number) => string;
  /** Names a step for people who move it. */
  readonly nameOf: (step: S, index: number) => string;

  /** What the form of a new step begins with. */
  readonly blank: Values;
  readonly valuesOf: (step: S, flag: Flag) => Values;
  /** Any of the values, as a draft keeps them. */
  readonly fields: z.ZodMiniType<Partial<Values>>;
  readonly textsOf: (flag: Flag) => FieldTexts<Values>;
  readonly problemsOf: (values: Values, flag: Flag) => Problems;
  /** The step as it is to be saved. What is missing yet counts as nothing: `problemsOf` tells. */
  readonly draftOf: (values: Values, flag: Flag) => Draft;

  readonly segmentKeysOf: (draft: Draft) => readonly string[];
  /** The edit as the rest of the page is told of it. */
  readonly editOf: (id: string, draft: Draft) => FlagEdit;
  /** Who gets something else by an edit; undefined where that is not known. */
  readonly impactOf: (props: StepProps<S>, draft: Draft) => string | undefined;
  /** What of a step does not do what its author means, with what was entered. */
  readonly findingsOf: (props: StepProps<S>) => readonly string[];
  /** What goes with a step that is deleted, in sentences. */
  readonly lossOf: (props: StepProps<S>) => readonly string[];

  readonly Summary: ComponentType<StepSummaryProps<S, Draft>>;
  readonly Fields: ComponentType<StepFieldsProps<S, Values>>;
  /** True where a card does not show all of a step: a drawer does. */
  readonly hasDrawer: boolean;
}
