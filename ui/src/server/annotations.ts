// Names, notes and tags that people give experiments.

import { get, post } from './api'
import type { Annotation, AnnotationChange, ExperimentSummary } from './contract'

export type Annotations = Map<number, Annotation>

export async function annotations(): Promise<Annotations> {
  const { annotations: all } = await get<{ annotations: Annotation[] }>('/annotations')
  return new Map(all.map(one => [one.experiment, one]))
}

export const annotate = (id: number, change: AnnotationChange) => post<ExperimentSummary>(`/experiments/${id}/annotation`, change)

/** `rush hour, long runs` as tags. */
export const tagsOf = (text: string) => [...new Set(text.split(',').map(tag => tag.trim()).filter(Boolean))]
