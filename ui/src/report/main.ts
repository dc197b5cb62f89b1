import { mount } from 'svelte'
import '../style.css'
import Report from './Report.svelte'

const target = document.getElementById('app')
const record = document.getElementById('record')?.textContent
if (target && record) mount(Report, { target, props: { report: JSON.parse(record) } })
