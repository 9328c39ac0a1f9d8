// Names of PowerShell's cmdlets, which it takes in any case, and their short names.
import { bare } from './quoting.ts'

/** The program that is meant, and what it is called beside that. `cd` and `echo` are the shell's own. */
const names = `
cd Set-Location sl chdir, pushd Push-Location, popd Pop-Location,
echo Write-Output Write-Host Write-Verbose Write-Information Write-Warning Write-Error Write-Debug write,
sleep Start-Sleep, Get-ChildItem gci ls dir, Get-Item gi, Get-Content gc cat type, Set-Content sc,
Add-Content ac, Clear-Content clc, Out-File, Tee-Object tee, Remove-Item ri rm rmdir del erase rd,
Copy-Item cpi cp copy, Move-Item mi mv move, Rename-Item rni ren, New-Item ni, mkdir md, Test-Path,
Resolve-Path rvpa, Join-Path, Split-Path, Get-FileHash, Select-String sls, Import-Csv ipcsv,
Export-Csv epcsv, Import-Clixml, Export-Clixml, Import-Module ipmo, Compress-Archive, Expand-Archive,
Invoke-WebRequest iwr, Invoke-RestMethod irm, Start-BitsTransfer, Invoke-Expression iex,
Invoke-Command icm, Invoke-Item ii, Start-Process saps start, Start-Job sajb, Stop-Process spps kill,
Get-Process gps ps, Get-Service gsv, Get-Command gcm, Get-Help help man, Get-History h history,
ForEach-Object foreach %, Where-Object where ?, Select-Object select, Sort-Object sort,
Group-Object group, Measure-Object measure, Measure-Command, Compare-Object compare diff,
Format-Table ft, Format-List fl, Format-Wide fw, Get-Unique gu, Out-String oss, Out-Null, Out-Host oh,
Set-Item si, Clear-Item cli, Set-ItemProperty sp, Remove-ItemProperty rp, Get-ItemProperty gp,
Set-Alias sal, New-Alias nal, Set-Variable sv set, Get-Date, Set-ExecutionPolicy, Stop-Computer,
Restart-Computer, Clear-RecycleBin, Format-Volume`
let canonical: ReadonlyMap<string, string> | undefined

function openNames(): ReadonlyMap<string, string> {
  const each = names.split(',').map((line) => line.trim().split(' '))
  return new Map(each.flatMap((all) => all.map((name) => [name.toLowerCase(), all[0] ?? ''] as const)))
}

/** How a program is called in the other shell. */
export const programOfName = (name: string): string =>
  (canonical ??= openNames()).get(name.toLowerCase()) ?? bare(name)

export const isCmdlet = (name: string): boolean => /^[A-Z][A-Za-z]+-[A-Z]\w*$/.test(name)
