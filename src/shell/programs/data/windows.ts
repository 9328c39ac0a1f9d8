// Cmdlets of PowerShell, and commands of cmd.exe. `{as rm Recurse:-r Path+}` is the command of a POSIX shell that means the same (../roles/windows.ts).
export const windows = String.raw`
powershell pwsh
  ! cmdlet slashes
  -Command -c <powershell>, -EncodedCommand -ec -e -enc <powershell-encoded>, -File <read>, -NoProfile, -NonInteractive, -NoExit, -NoLogo, -ExecutionPolicy -ep <text>, -WorkingDirectory -wd <cwd>, -WindowStyle -w <text>, -Version -v, -Help, -MTA, -STA, -Login, -InputFormat -if <text>, -OutputFormat -of <text>, -ConfigurationName <text>
  ? -Command|-EncodedCommand|-File|-Version|-Help : <text>...
  : <powershell-words>... {powershell-input}

cmd
  ! slashes
  \/c <cmd-words>, /k <cmd-words>, /r <cmd-words>, /s, /q, /d, /a, /u, /v [text], /e [text], /f [text], /t [text]
  : <text>...

Get-ChildItem
  ! cmdlet
  -Path -LiteralPath <text>, -Filter <text>, -Include <text>, -Exclude <text>, -Recurse, -Depth <text>, -Force, -Name, -File, -Directory, -Hidden, -Attributes <text>
  ? -Recurse|-Depth : <text>... {as find Path/ -mindepth 1 Filter=-name Include=-name}
  : <text>... {as ls Path*} {as find Path/ -mindepth 1 -maxdepth 1 Filter=-name Include=-name}

Get-Item, Resolve-Path
  ! cmdlet
  -Path -LiteralPath <text>, -Filter <text>, -Include <text>, -Exclude <text>, -Force, -Stream <text>, -Relative
  : <text>... {as find Path/ -maxdepth 0}

Get-Content, Import-Csv, Import-Clixml, Import-PowerShellDataFile, Get-FileHash
  ! cmdlet
  -Path -LiteralPath <text>, -Header <text>, -Algorithm <text>, -TotalCount -Head -First <text>, -Tail -Last <text>, -Raw, -Wait, -Encoding <text>, -ReadCount <text>, -Delimiter <text>, -Filter <text>, -Include <text>, -Exclude <text>, -Force, -AsByteStream, -Stream <text>
  : <text>... {as cat Path+}

Select-String
  ! cmdlet
  -Pattern <text>, -Path -LiteralPath <text>, -Include <text>, -Exclude <text>, -Context <text>, -Encoding <text>, -Culture <text>, -SimpleMatch, -CaseSensitive, -Quiet, -List, -NotMatch, -AllMatches, -Raw, -NoEmphasis
  : <text>... {as grep $Pattern Path~}

Set-Content, Add-Content, Clear-Content
  ! cmdlet
  -Path -LiteralPath <write>, -Value <added>, -Encoding <text>, -NoNewline, -Force, -PassThru, -Filter <text>, -Include <text>, -Exclude <text>, -AsByteStream, -Stream <text>
  ? -Path : <added>...
  : <write> <added>...

Out-File, Export-Csv, Export-Clixml
  ! cmdlet
  -FilePath -Path -LiteralPath <write>, -NoTypeInformation, -Delimiter <text>, -Depth <text>, -UseCulture, -InputObject <added>, -Encoding <text>, -Append, -NoNewline, -Force, -NoClobber, -Width <text>
  : <write>

Tee-Object
  ! cmdlet
  -FilePath -LiteralPath <write>, -Variable <text>, -Append, -Encoding <text>, -InputObject <added>
  ? -Variable : <text>...
  : <write>

Remove-Item, Clear-Item
  ! cmdlet
  -Path -LiteralPath <text>, -Recurse, -Force -f, -rf -fr => -Recurse -Force, -Filter <text>, -Include <text>, -Exclude <text>, -Stream <text>, -Credential <text>, -WhatIf
  ? -WhatIf : <text>...
  : <text>... {as rm Recurse:-r Force:-f Path+}

Copy-Item
  ! cmdlet
  -Path -LiteralPath <text>, -Destination <text>, -Recurse, -Force, -Container, -Filter <text>, -Include <text>, -Exclude <text>, -PassThru, -ToSession <text>, -FromSession <text>, -WhatIf
  ? -WhatIf : <text>...
  : <text>... {as cp Recurse:-r Path+ $Destination}

Move-Item, Rename-Item
  ! cmdlet
  -Path -LiteralPath <text>, -Destination -NewName <text>, -Force, -Filter <text>, -Include <text>, -Exclude <text>, -PassThru, -WhatIf
  ? -WhatIf : <text>...
  : <text>... {as mv Force:-f Path+ $Destination}

New-Item
  ! cmdlet
  -Path <text>, -Name <text>, -ItemType -Type <text>, -Value -Target <added>, -Force, -WhatIf
  ? -WhatIf : <text>...
  : <text>... {new-item}

Test-Path, Join-Path, Split-Path
  ! cmdlet
  -Path -LiteralPath <look>, -ChildPath <look>, -PathType <text>, -Leaf, -Parent, -Extension, -LeafBase, -IsValid, -Qualifier, -Resolve, -AdditionalChildPath <look>
  : <look>...

Compress-Archive
  ! cmdlet
  -Path -LiteralPath <text>, -DestinationPath <text>, -CompressionLevel <text>, -Update, -Force, -PassThru
  : <text>... {as zip -r $DestinationPath Path*}

Expand-Archive
  ! cmdlet
  -Path -LiteralPath <text>, -DestinationPath <text>, -Force, -PassThru
  : <text>... {as unzip Path* DestinationPath=-d}

Invoke-WebRequest, Invoke-RestMethod, Start-BitsTransfer
  ! cmdlet
  -Uri -Source <text>, -OutFile -Destination <text>, -Method -CustomMethod <text>, -Body <text>, -InFile <text>, -Form <text>, -Headers <text>, -ContentType <text>, -Credential <text>, -Token <text>, -Authentication <text>, -UserAgent <text>, -TimeoutSec <text>, -MaximumRedirection <text>, -Proxy <text>, -SessionVariable -WebSession <text>, -UseBasicParsing, -UseDefaultCredentials, -SkipCertificateCheck, -PassThru, -AllowUnencryptedAuthentication, -StatusCodeVariable <text>, -ResponseHeadersVariable <text>, -SkipHttpErrorCheck, -FollowRelLink, -MaximumRetryCount <text>, -RetryIntervalSec <text>
  : <text>... {as curl Method=-X Body=-d InFile=-T Headers=-H OutFile=-o Uri*}

Invoke-Expression
  ! cmdlet
  -Command <powershell>
  ? -Command : <text>...
  : <powershell>... {powershell-input}

Invoke-Command, Enter-PSSession, New-PSSession, Start-Job, Start-ThreadJob
  ! cmdlet
  -ComputerName -Cn -HostName <host>, -ScriptBlock <text>, -FilePath <read>, -ArgumentList -Args <text>, -Session <text>, -Credential <text>, -UserName <text>, -AsJob, -JobName <text>, -NoNewScope, -InputObject <text>
  : <text>...

Start-Process
  ! cmdlet
  -FilePath <text>, -ArgumentList -Args <text>, -Verb <text>, -WorkingDirectory <cwd>, -Wait, -NoNewWindow, -PassThru, -WindowStyle <text>, -RedirectStandardOutput <write>, -RedirectStandardError <write>, -RedirectStandardInput <read>, -Credential <text>, -LoadUserProfile, -UseNewEnvironment, -WhatIf
  ? -WhatIf : <text>...
  : <text>... {as-text Verb:sudo $FilePath ArgumentList*}

Stop-Process
  ! cmdlet
  -Name -ProcessName <text>, -Id <text>, -Force, -PassThru, -InputObject <text>, -WhatIf
  ? -WhatIf : <text>...
  ? -Name : {as killall Name*}
  : <text>... {as kill Id*}

Stop-Computer, Restart-Computer
  ! cmdlet
  -ComputerName <host>, -Force, -WhatIf, -Delay <text>, -Wait
  ? -WhatIf : <text>...
  : <text>... {as shutdown now}

del erase
  ! slashes
  \/s, /q, /f, /p, /a [text]
  ? /s : <delete-tree>... {as rm -r Operand*}
  : <delete>... {as rm Operand*}

rd
  ! slashes
  \/s, /q
  ? /s : <delete-tree>... {as rm -r Operand*}
  : <delete>...

copy, xcopy
  ! slashes
  \/y, /-y, /s, /e, /i, /h, /q, /v, /k, /r, /c, /d [text], /b, /a, /f, /g, /l, /m, /n, /o, /p, /t, /u, /w, /x, /z, /j, /exclude [read]
  ? /l : <tree>... <look>
  : <copy-tree>... <into> {as cp -r Operand*}

robocopy
  ! slashes
  \/s, /e, /z, /b, /zb, /j, /efsraw, /mir, /purge, /mov, /move, /create, /fat, /256, /mon [text], /mot [text], /copy [text], /dcopy [text], /sec, /copyall, /nocopy, /secfix, /timfix, /lev [text], /a, /m, /rh [text], /pf, /ipg [text], /sl, /mt [text], /compress, /nooffload, /sj
  \/ia [text], /xa [text], /xf <text>, /xd <text>, /xc, /xn, /xo, /xx, /xl, /is, /it, /im, /max [text], /min [text], /maxage [text], /minage [text], /maxlad [text], /minlad [text], /fft, /dst, /xj, /xjd, /xjf
  \/r [text], /w [text], /reg, /tbd, /lfsm [text], /l, /x, /v, /ts, /fp, /bytes, /ns, /nc, /nfl, /ndl, /np, /eta, /log [write], /log+ [write], /unilog [write], /unilog+ [write], /tee, /njh, /njs, /unicode, /job [text], /save [write], /quit, /nosd, /nodd, /if
  ? /l : <tree> <look> <text>...
  ? /mir|/purge /mov|/move : <move> <mirror> <text>... {as mv -T $From $To}
  ? /mir|/purge : <copy-tree> <mirror> <text>... {as cp -rT $From $To}
  ? /mov|/move : <move> <write-tree> <text>... {as mv -T $From $To}
  : <copy-tree> <write-tree> <text>... {as cp -rT $From $To}

move
  ! slashes
  \/y, /-y
  : <move>... <into> {as mv Operand*}

ren
  : <move> <into>

md
  : <create>...

findstr
  ! slashes
  \/s, /i, /n, /r, /m, /l, /x, /v, /b, /e, /p, /o, /c [text], /g [read], /f [text], /d [text], /a [text]
  ? /c|/g : <read>...
  : <text> <read>...
`
